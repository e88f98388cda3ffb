package dev.dexscope.cli;

import dev.dexscope.cli.programs.RunArguments;
import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.util.Arrays;

/**
 * The entry point of {@code dexscope run}: the same as {@link Main}'s, without what only other
 * commands need, so that a small program starts quickly.
 */
public final class RunMain {
  private RunMain() {}

  /** The words after {@code dexscope}. */
  public static void main(String[] args) {
    RunArguments program = RunArguments.read(Arrays.copyOfRange(args, 1, args.length));
    if (program == null) {
      Main.main(args);
      return;
    }
    int exitCode = run(program);
    // System.exit looks for a logger before it ends, which takes a tenth of a small program's time.
    if (exitCode != 0 || !Vm.isAlone()) {
      System.exit(exitCode);
    }
  }

  private static int run(RunArguments program) {
    try {
      return program.run();
    } catch (IOException | RuntimeException | VirtualMachineError | LinkageError e) {
      return Failure.end(Terminal.ofProcess(), e, false);
    }
  }
}
