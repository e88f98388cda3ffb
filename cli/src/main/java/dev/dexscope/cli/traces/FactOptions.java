package dev.dexscope.cli.traces;

import dev.dexscope.store.Facts;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The facts of runs: given to those that are added, required of those that are listed. */
final class FactOptions {
  @Mixin RunOptions run = new RunOptions();

  @Option(names = "--api", paramLabel = "LEVEL", description = "The Android level: 35.")
  @Nullable String api;

  @Nullable String app() {
    return run.app;
  }

  /** Those that are given, by their names. */
  Map<String, String> given() {
    Map<String, String> given = run.given();
    RunOptions.put("api", api, given);
    return given;
  }

  Facts facts() {
    return RunOptions.facts(given());
  }
}
