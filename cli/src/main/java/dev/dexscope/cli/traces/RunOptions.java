package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.store.Facts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The facts of a run, except its Android level, which means other things to some commands. */
final class RunOptions {
  @Option(names = "--app", paramLabel = "ID", description = "The application.")
  @Nullable String app;

  /** Each command has --version already: ours. */
  @Option(names = "--app-version", paramLabel = "V", description = "Its version: 2.4.")
  @Nullable String version;

  @Option(names = "--build", paramLabel = "ID", description = "The build's number or commit.")
  @Nullable String build;

  @Option(names = "--device", paramLabel = "MODEL", description = "The device's model.")
  @Nullable String device;

  @Option(names = "--abi", paramLabel = "ABI", description = "The processor: arm64-v8a.")
  @Nullable String abi;

  @Option(names = "--scenario", paramLabel = "NAME", description = "What was done in the run.")
  @Nullable String scenario;

  @Option(names = "--day", paramLabel = "DATE", description = "The day of the run: 2026-11-26.")
  @Nullable String day;

  /** Those that are given, by their names. */
  Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    put("app", app, given);
    put("version", version, given);
    put("build", build, given);
    put("device", device, given);
    put("abi", abi, given);
    put("scenario", scenario, given);
    put("day", day, given);
    return given;
  }

  static void put(String name, @Nullable String value, Map<String, String> given) {
    if (value != null) {
      given.put(name, value);
    }
  }

  /** Facts by their names, as options have them. */
  static Facts facts(Map<String, String> given) {
    try {
      return Facts.of(given);
    } catch (IllegalArgumentException e) {
      throw CliException.usage(String.valueOf(e.getMessage()), "see docs/store.md");
    }
  }
}
