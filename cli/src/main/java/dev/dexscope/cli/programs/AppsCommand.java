package dev.dexscope.cli.programs;

import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.FrameworkFile;
import dev.dexscope.cli.devices.FirstStart;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope apps}: Android's framework, which apps need. */
@Command(
    name = "apps",
    description = "Shows, installs or removes Android's framework for apps.",
    footer = {
      "",
      "To run an app as a whole, with its activities, dexscope needs Android's framework, as the project",
      "Robolectric prepares it for a Java VM (MIT and Apache-2.0). It is not part of dexscope. 'install'",
      "downloads it with Maven, once, and keeps it in ~/.cache/dexscope/apps when all checksums are right;",
      "after that no network is needed. Then it starts a first app of its own, from whose classes",
      "others start. 'list' names all files with sizes and licences.",
      "Exit code 1 when there is none.",
      "",
      "Examples:",
      "  dexscope apps",
      "  dexscope apps install",
      "  dexscope apps install --api 30",
      "  dexscope apps install --from folder-with-the-files",
      "  dexscope apps list",
      "  dexscope apps remove",
    })
public final class AppsCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "ACTION",
      description = "install, list or remove; without it, list.")
  String action = "";

  @Option(
      names = "--api",
      paramLabel = "LEVEL",
      description = "The Android level: 35 or 30; default ${DEFAULT-VALUE}.")
  int level = AppFramework.LEVELS.getFirst();

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "Install files of this folder instead of letting Maven get them.")
  @Nullable Path from;

  @Option(names = "--yes", description = "Do not ask. install never does; for scripts.")
  boolean yes;

  private final Terminal terminal;

  public AppsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    AppFramework framework = AppFramework.ofUser();
    switch (action) {
      case "" -> {
        return show(framework).code();
      }
      case "install" -> {
        install(framework, level, from, terminal);
        prepareStarts(framework);
      }
      case "list" -> list(framework);
      case "remove" -> {
        framework.remove();
        terminal.out().println("removed  " + framework.folder());
      }
      default -> throw CliException.usage("no action " + action, "there are install, list, remove");
    }
    return ExitCode.DONE.code();
  }

  private ExitCode show(AppFramework framework) throws IOException {
    boolean any = false;
    for (int each : AppFramework.LEVELS) {
      boolean isThere = framework.isInstalled(each);
      any |= isThere;
      terminal
          .out()
          .println(
              "level "
                  + each
                  + "  "
                  + (isThere ? "installed" : "not installed; dexscope apps install --api " + each));
    }
    terminal.out().println("folder    " + framework.folder());
    terminal.out().printf(Locale.ROOT, "size      %,d MB%n", framework.size() / 1_000_000);
    return any ? ExitCode.DONE : ExitCode.NO;
  }

  private void list(AppFramework framework) {
    List<FrameworkFile> missing = framework.missing(level);
    for (FrameworkFile each : framework.files(level)) {
      terminal.out().println((missing.contains(each) ? "missing  " : "here     ") + each);
    }
  }

  /** Fetches missing files, and reports it. */
  static void install(AppFramework framework, int level, @Nullable Path from, Terminal terminal)
      throws IOException {
    List<FrameworkFile> missing = framework.missing(level);
    if (missing.isEmpty()) {
      terminal.err().println("dexscope: level " + level + " is installed, " + framework.folder());
      return;
    }
    terminal
        .err()
        .printf(
            Locale.ROOT,
            "dexscope: fetching %d files, %,d MB; an interrupted download continues%n",
            missing.size(),
            bytes(missing) / 1_000_000);
    if (from == null) {
      framework.installFromMaven(level, each -> terminal.err().println("  " + each));
    } else {
      framework.installFrom(from, level, each -> terminal.err().println("  " + each));
    }
    terminal.err().println("dexscope: level " + level + " installed, " + framework.folder());
  }

  private void prepareStarts(AppFramework framework) throws IOException {
    if (FirstStart.isDue(framework, level)) {
      terminal.err().println("dexscope: starting a first app, from whose classes others start");
      if (!FirstStart.now(level)) {
        terminal
            .err()
            .println("dexscope: warning: it did not start; dexscope run of an app prints why");
      }
    }
  }

  static long bytes(List<FrameworkFile> files) {
    return files.stream().mapToLong(FrameworkFile::size).sum();
  }
}
