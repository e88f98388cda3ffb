package dev.dexscope.cli;

import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope completion}: what makes a shell complete our command line, and manual pages. */
@Command(
    name = "completion",
    description = "Prints a completion script for bash, zsh or fish, or writes manual pages.",
    footer = {
      "",
      "Examples:",
      "  source <(dexscope completion)",
      "  dexscope completion > /etc/bash_completion.d/dexscope",
      "  dexscope completion fish > ~/.config/fish/completions/dexscope.fish",
      "  dexscope completion --man man1 && man ./man1/dexscope-profile.1",
    })
final class CompletionCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash (default), zsh, or fish.")
  String shell = "bash";

  @Option(
      names = "--man",
      paramLabel = "DIR",
      description = "Write a manual page for each command into a new folder instead.")
  @Nullable Path man;

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Invocation.commandLine(terminal, null);
    if (man != null) {
      OutputFolder.write(man, folder -> writePages(line, folder));
      return ExitCode.DONE.code();
    }
    switch (shell) {
      case "bash", "zsh" -> terminal.out().print(AutoComplete.bash("dexscope", line));
      case "fish" -> FishScript.print(line, terminal.out());
      default -> throw CliException.usage("no shell " + shell, "it is bash, zsh or fish");
    }
    return ExitCode.DONE.code();
  }

  private static void writePages(CommandLine line, Path folder) throws IOException {
    for (Map.Entry<String, CommandLine> each : line.getSubcommands().entrySet()) {
      if (Commands.byName().containsKey(each.getKey())) {
        Files.writeString(
            folder.resolve("dexscope-" + each.getKey() + ".1"),
            ManPage.of(each.getKey(), each.getValue()));
      }
    }
  }
}
