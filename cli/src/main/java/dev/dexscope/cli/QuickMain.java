package dev.dexscope.cli;

import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.ReportCommand;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The entry point of the two shortest command lines that people type most, {@code --version} and
 * {@code report TRACE}: the same as {@link Main}'s, without picocli, which takes longer to start
 * than a report takes to make. The launcher starts it for these lines only, with a class cache of
 * its own: all classes of a cache are loaded at the start.
 */
public final class QuickMain {
  private QuickMain() {}

  /** The words behind {@code dexscope}. */
  public static void main(String[] args) {
    int exitCode = run(Terminal.ofProcess(), args);
    // System.exit looks for a logger before it ends.
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  static int run(Terminal terminal, String... args) {
    try {
      int exitCode =
          args.length == 1
              ? Version.print(terminal)
              : ReportCommand.of(terminal, Path.of(args[1])).call();
      terminal.finish();
      return exitCode;
    } catch (IOException | RuntimeException | VirtualMachineError | LinkageError e) {
      return Failure.end(terminal, e, false);
    } finally {
      terminal.out().flush();
    }
  }
}
