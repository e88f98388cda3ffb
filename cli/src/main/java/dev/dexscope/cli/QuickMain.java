package dev.dexscope.cli;

import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.ReportCommand;
import dev.dexscope.cli.traces.ReportWords;
import java.io.IOException;
import java.util.Arrays;
import java.util.ServiceConfigurationError;

/**
 * The entry point of the two command lines that people type most, {@code --version} and {@code
 * report TRACE} with its common options: the same as {@link Main}'s, without picocli, which takes
 * longer to start than a report takes to make. The launcher starts it for these lines only, with a
 * class cache of its own: all classes of a cache are loaded at the start. What it cannot read is
 * {@link Main}'s.
 */
public final class QuickMain {
  private QuickMain() {}

  /** The words after {@code dexscope}. */
  public static void main(String[] args) {
    int exitCode = run(Terminal.ofProcess(), args);
    // System.exit looks for a logger before it ends.
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  static int run(Terminal terminal, String... args) {
    ReportCommand report = null;
    if (args.length > 1) {
      report = ReportWords.read(terminal, Arrays.copyOfRange(args, 1, args.length));
      if (report == null) {
        return Invocation.run(terminal, args);
      }
    }
    try {
      int exitCode = report == null ? Version.print(terminal) : report.call();
      terminal.finish();
      return exitCode;
    } catch (IOException
        | RuntimeException
        | VirtualMachineError
        | LinkageError
        | ServiceConfigurationError e) {
      return Failure.end(terminal, e, false);
    } finally {
      terminal.out().flush();
    }
  }
}
