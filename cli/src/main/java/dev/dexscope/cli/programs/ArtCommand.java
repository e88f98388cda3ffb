package dev.dexscope.cli.programs;

import dev.dexscope.art.Art;
import dev.dexscope.art.install.ArtInstall;
import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dexscope art}: where Android's own runtime is, and how to get it. */
@Command(
    name = "art",
    description = "Shows which Android runtime --engine art uses, or installs one.",
    footer = {
      "",
      "ART is Android's own runtime. It is not part of dexscope: 'install' makes it of packages and",
      "sources of Debian or Ubuntu on x86_64, with its compiler (JIT), JVM TI and profman, in",
      "~/.cache/dexscope, without root's rights; DEXSCOPE_ART names another folder that has it.",
      "The compilers that this needs are the system's: apt-get install clang dpkg-dev python3.",
      "See docs/art.md. Exit code 1 when there is none.",
      "",
      "Examples:",
      "  dexscope art",
      "  dexscope art install",
      "  dexscope run --engine art Hello.java",
    })
public final class ArtCommand implements Callable<Integer> {
  private static final String INSTALL = "install";

  @Parameters(
      arity = "0..1",
      paramLabel = "ACTION",
      description = "install; without it the runtime in use is shown.")
  @Nullable String action;

  private final Terminal terminal;

  public ArtCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (action == null) {
      return show().code();
    }
    if (!action.equals(INSTALL)) {
      throw CliException.usage("no action " + action, "the only one is install");
    }
    ArtInstall.check();
    ArtInstall.PLAN.forEach(terminal.err()::println);
    var steps = new InstallSteps();
    try {
      Art art = new ArtInstall(steps::begin, steps::at).run();
      steps.end();
      terminal.tellInstalled(art.folder(), ArtInstall.LICENCE);
    } finally {
      steps.end();
    }
    return ExitCode.DONE.code();
  }

  private ExitCode show() throws IOException {
    Optional<Art> found = Art.find();
    if (found.isEmpty()) {
      terminal.out().println("none; " + absence());
      return ExitCode.NO;
    }
    terminal.out().println("ART      " + found.get().folder());
    terminal.out().println("version  " + found.get().version());
    terminal.out().println("licence  " + ArtInstall.LICENCE);
    if (!found.get().isCurrent()) {
      terminal.tell(
          "it was made by an older dexscope; to make it again, type: dexscope art install");
    }
    return ExitCode.DONE;
  }

  private static String absence() {
    try {
      ArtInstall.check();
      return "run: dexscope art install";
    } catch (MissingToolException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Shows the steps: each as a line, and on a terminal how far it is. */
  private final class InstallSteps {
    private @Nullable Progress progress;
    private String step = "";
    private int total;

    void begin(String name) {
      end();
      step = name;
      terminal.tell(name);
    }

    void at(int done, int of) {
      if (progress == null || total != of) {
        end();
        total = of;
        progress = new Progress(terminal, step, of);
      }
      progress.at(done);
    }

    void end() {
      if (progress != null) {
        progress.close();
        progress = null;
      }
    }
  }
}
