package dev.dexscope.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command above all commands: global options, and the help that lists the rest. */
@Command(
    name = "dexscope",
    description = "Shows what Dalvik bytecode does: profiles, traces, verifies and runs it.",
    subcommands = HelpCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    footer = {
      "",
      "Exit codes: 0 done, 1 the answer is no, 2 bad usage, 3 bad input, 4 environment,",
      "5 not proven.",
      "Each command explains itself: dexscope COMMAND --help",
    })
final class DexscopeCommand {
  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "On failure print the stack trace too.")
  boolean debug;
}
