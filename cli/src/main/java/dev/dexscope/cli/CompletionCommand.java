package dev.dexscope.cli;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code dexscope completion}: the script that makes a shell complete our command line. */
@Command(
    name = "completion",
    description = "Prints a completion script for bash and zsh.",
    footer = {
      "",
      "Examples:",
      "  source <(dexscope completion)",
      "  dexscope completion > /etc/bash_completion.d/dexscope",
    })
final class CompletionCommand implements Callable<Integer> {
  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.out().print(AutoComplete.bash("dexscope", Invocation.commandLine(terminal, null)));
    return ExitCode.DONE.code();
  }
}
