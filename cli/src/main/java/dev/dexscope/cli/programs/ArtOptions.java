package dev.dexscope.cli.programs;

import java.util.List;

/**
 * What a user has set for Android's own runtime.
 *
 * @param isCompiled whether hot methods are compiled
 * @param options the runtime's own
 * @param traceBuffer the bytes of calls that a trace keeps; 0 for a stream of all
 */
public record ArtOptions(boolean isCompiled, List<String> options, int traceBuffer) {
  public ArtOptions {
    options = List.copyOf(options);
  }

  /** Returns these settings with a bound for traces. */
  ArtOptions withTraceBuffer(int bytes) {
    return new ArtOptions(isCompiled, options, bytes);
  }
}
