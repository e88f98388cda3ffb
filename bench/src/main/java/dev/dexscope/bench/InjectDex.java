package dev.dexscope.bench;

import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.PackageChanges;
import dev.dexscope.inject.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Instruments a dex file, every method verified; its peer is {@link InjectDexWithDexlib}. */
public final class InjectDex {
  private InjectDex() {}

  /** The dex file, and where the new one goes. */
  public static void main(String[] args) throws IOException {
    try (Injector app = Injector.open(List.of(Path.of(args[0])))) {
      InjectionReport report = app.inject(Settings.standard(), PackageChanges.least());
      app.write(0, Optional.empty(), Path.of(args[1]));
      System.out.println(report.instrumented() + " methods");
    }
  }
}
