package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.D8;
import dev.dexscope.compile.D8Install;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope d8}: where the compiler from class files to dex code is, and how to get it. */
@Command(
    name = "d8",
    description = "Shows which D8 is used for class files and Java sources, or installs one.",
    footer = {
      "",
      "D8 is Android's compiler from class files to dex code. It makes what a phone would have (inject,",
      "verify, dump, --engine art), and the code for agents and coverage; run and profile do without it",
      "but for a few classes. It is not part of dexscope. The first of these is used: the jar that",
      "DEXSCOPE_D8 names, the one that was installed here, the same version in Maven's repository, the",
      "newest build-tools of ANDROID_HOME. 'install' downloads one version with Maven, once, and keeps",
      "it in ~/.cache/dexscope when its checksum is right.",
      "Exit code 1 when there is none.",
      "",
      "Examples:",
      "  dexscope d8",
      "  dexscope d8 install",
      "  dexscope d8 install --from r8-" + D8Install.VERSION + ".jar",
    })
public final class D8Command implements Callable<Integer> {
  private static final String INSTALL = "install";

  @Parameters(
      arity = "0..1",
      paramLabel = "ACTION",
      description = "install; without it the D8 in use is shown.")
  @Nullable String action;

  @Option(
      names = "--from",
      paramLabel = "JAR",
      description = "Install this file instead of letting Maven get it.")
  @Nullable Path from;

  private final Terminal terminal;

  public D8Command(Terminal terminal) {
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
    terminal.tellInstalled(D8Install.install(from), D8Install.LICENCE);
    return ExitCode.DONE.code();
  }

  private ExitCode show() {
    Optional<D8> found = D8.find();
    if (found.isEmpty()) {
      terminal.out().println("none; run: dexscope d8 install");
      return ExitCode.NO;
    }
    terminal.out().println("D8       " + found.get().jar());
    terminal.out().println("found    " + found.get().where());
    if (found.get().isPinned()) {
      terminal.out().println("version  " + D8Install.VERSION);
    }
    terminal.out().println("licence  " + D8Install.LICENCE);
    return ExitCode.DONE;
  }
}
