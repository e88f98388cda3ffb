package dev.dexscope.inject;

import dev.dexscope.inject.code.ProfilerNames;
import dev.dexscope.probe.Profiler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The run time as the build made it. */
final class RuntimeDex {
  private RuntimeDex() {}

  static DexUnit load(ProfilerNames names) {
    try (InputStream in = Profiler.class.getResourceAsStream(names.resource())) {
      if (in == null) {
        throw new IllegalStateException(
            "the run time's " + names.resource() + " is missing: build it again");
      }
      return DexUnit.of("runtime.dex", in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
