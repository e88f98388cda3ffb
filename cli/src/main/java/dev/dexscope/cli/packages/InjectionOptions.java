package dev.dexscope.cli.packages;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.Mode;
import dev.dexscope.inject.Settings;
import dev.dexscope.inject.select.OwnPackages;
import dev.dexscope.inject.select.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/**
 * The options that select the instrumentation and its methods; the same for every command that
 * injects.
 */
public final class InjectionOptions {
  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "edges (default): exceptions are seen where they are caught, or leave for code that is"
              + " not instrumented; full: in every method that they leave, in twice the space;"
              + " coverage: nothing is measured, but what runs is reported, for dexscope coverage;"
              + " method-coverage: which methods, for its --methods.")
  String mode = "edges";

  @Option(
      names = "--include",
      paramLabel = "PATTERN",
      description = "Instrument only matching methods. May be repeated.")
  List<String> includes = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "PATTERN",
      description = "Skip matching methods. May be repeated.")
  List<String> excludes = new ArrayList<>();

  @Option(
      names = "--select",
      paramLabel = "FILE",
      description = "A selective instrumentation file of TAU's (BEGIN_INCLUDE_LIST, ...).")
  List<Path> tauFiles = new ArrayList<>();

  @Option(
      names = "--app-only",
      description =
          "Instrument only the app's own packages, by its manifest, not its libraries; prints which.")
  boolean appOnly;

  @Option(
      names = "--force",
      description =
          "Go on where inject refuses: damaged code, blockers of the pre-flight check, old devices.")
  boolean force;

  @Option(names = "--all", description = "Instrument small methods that do no work too.")
  boolean all;

  private static List<String> ownPackages(List<Path> code) throws IOException {
    try (Injector app = Injector.open(code)) {
      Manifest manifest =
          app.manifest()
              .orElseThrow(
                  () -> CliException.usage("--app-only needs an app's manifest", "use --include"));
      List<String> own = OwnPackages.of(manifest, app.classes());
      if (own.isEmpty()) {
        throw CliException.badInput(
            "the app's own packages contain no class",
            manifest.packageName(),
            "its classes were renamed: see dexscope dump, use --include");
      }
      return own;
    }
  }

  /** Returns whether any option is present. */
  public boolean isAsked() {
    return isLimited() || !excludes.isEmpty() || force || all || isModeAsked();
  }

  /** Returns whether a part of the code is selected. */
  boolean isLimited() {
    return appOnly || !includes.isEmpty() || !tauFiles.isEmpty();
  }

  /** Returns whether methods of a few instructions are instrumented too. */
  public boolean all() {
    return all;
  }

  /** Returns whether files are taken that are refused otherwise. */
  public boolean force() {
    return force;
  }

  /** Returns whether another mode is selected than the default. */
  public boolean isModeAsked() {
    return !mode.equals("edges");
  }

  /** Returns whether the code is to report what runs, and is not measured. */
  public boolean isCovering() {
    return mode.endsWith("coverage");
  }

  private Mode mode() {
    return switch (mode) {
      case "edges" -> Mode.EDGES;
      case "full" -> Mode.FULL;
      case "coverage" -> Mode.COVERAGE;
      case "method-coverage" -> Mode.METHOD_COVERAGE;
      default ->
          throw CliException.usage(
              "no mode " + mode, "use edges, full, coverage or method-coverage");
    };
  }

  /**
   * Returns the selected methods.
   *
   * @param code the files of the program
   * @param warn receives warnings about settings of a file without effect
   */
  private Selection selection(List<Path> code, Consumer<String> warn) throws IOException {
    var selection = new Selection();
    if (appOnly) {
      List<String> own = ownPackages(code);
      warn.accept("the app's own packages: " + String.join(", ", own));
      own.forEach(selection::include);
    }
    try {
      includes.forEach(selection::include);
      excludes.forEach(selection::exclude);
      for (Path file : tauFiles) {
        List<String> lines = Files.readAllLines(InputFile.check(file));
        selection.addTauFile(file.toString(), lines).forEach(warn);
      }
    } catch (IllegalArgumentException e) {
      throw CliException.usage("bad selection: " + e.getMessage(), "see 'dexscope inject --help'");
    }
    return selection;
  }

  /**
   * Returns the settings for profiling a program.
   *
   * @param code the files to instrument
   * @param platform the platform of the program's classes
   * @param warn receives warnings for the user
   */
  public Settings settings(List<Path> code, ClassPath platform, Consumer<String> warn)
      throws IOException {
    return Settings.standard()
        .withMode(mode())
        .withSelection(selection(code, warn))
        .withTrivial(all)
        .withPlatform(platform)
        .withForce(force);
  }
}
