package dev.dexscope.cli.programs;

import dev.dexscope.cli.programs.PlatformOption.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user has set for Android's own runtime.
 *
 * @param isCompiled whether hot methods are compiled
 * @param options the runtime's own
 * @param traceBuffer the bytes of calls that a trace keeps; 0 for a stream of all
 * @param platform the classes under a program; null if what its code names decides
 */
public record ArtOptions(
    boolean isCompiled, List<String> options, int traceBuffer, @Nullable Kind platform) {
  public ArtOptions {
    options = List.copyOf(options);
  }

  /** Returns these settings with a bound for traces. */
  ArtOptions withTraceBuffer(int bytes) {
    return new ArtOptions(isCompiled, options, bytes, platform);
  }

  /** Returns these settings with the platform that the user has chosen. */
  ArtOptions on(PlatformOption chosen) {
    return new ArtOptions(isCompiled, options, traceBuffer, chosen.chosen);
  }
}
