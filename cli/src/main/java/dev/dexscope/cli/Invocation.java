package dev.dexscope.cli;

import dev.dexscope.base.text.Nearest;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** One command line: finds the command, runs it, and turns its end into an exit code. */
final class Invocation {
  private static final int WIDEST_HELP = 100;

  /** In a file, or in whatever reads it. */
  private static final int USUAL_HELP = 80;

  /** Descriptions of longer ones begin below them. */
  private static final int LONGEST_OPTION = 24;

  private static final String APP_VERSION = "--app-version";

  private Invocation() {}

  static int run(Terminal terminal, String... args) {
    boolean debug = List.of(args).contains("--debug");
    try {
      String name = commandName(args);
      if (name != null && !Commands.byName().containsKey(name) && !name.equals("help")) {
        throw unknownCommand(name);
      }
      CommandLine line = commandLine(terminal, name);
      if (args.length == 0) {
        line.usage(terminal.err(), ansi(terminal));
        return ExitCode.USAGE.code();
      }
      line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
      line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
      line.setParameterExceptionHandler((e, _) -> Failure.end(terminal, e, debug));
      line.setExecutionExceptionHandler((e, _, _) -> Failure.end(terminal, e, debug));
      line.setExecutionStrategy(Invocation::execute);
      int exitCode = line.execute(args);
      terminal.finish();
      return exitCode;
    } catch (IOException
        | RuntimeException
        | VirtualMachineError
        | LinkageError
        | ServiceConfigurationError e) {
      return Failure.end(terminal, e, debug);
    } finally {
      terminal.out().flush();
    }
  }

  /** The whole command line when {@code name} is not one command's, else that command's alone. */
  static CommandLine commandLine(Terminal terminal, @Nullable String name) {
    var line = new CommandLine(new DexscopeCommand());
    boolean one = name != null && Commands.byName().containsKey(name);
    Set<String> wanted = one ? Set.of(name) : Commands.byName().keySet();
    Commands.byName()
        .forEach((command, make) -> {
          if (wanted.contains(command)) {
            line.addSubcommand(command, make.apply(terminal));
          }
        });
    line.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(terminal)));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // The launcher has done it (ArgumentFiles).
    line.setExpandAtFiles(false);
    line.registerConverter(Timing.class, Invocation::timing);
    line.setUsageHelpWidth(
        terminal.columns() == 0 ? USUAL_HELP : Math.clamp(terminal.columns(), 60, WIDEST_HELP));
    line.setUsageHelpLongOptionsMaxWidth(LONGEST_OPTION);
    line.getSubcommands().forEach(HelpText::set);
    return line;
  }

  /** Where an option means an application's version, ours is not what was asked for. */
  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    if (last.isVersionHelpRequested()
        && last.matchedOptions().size() + last.matchedPositionals().size() > 1) {
      boolean isOfApp = last.commandSpec().findOption(APP_VERSION) != null;
      CliException mistake =
          CliException.usage(
              "--version among other words",
              isOfApp
                  ? "an application's version is " + APP_VERSION
                  : "by itself it prints Dexscope's version");
      throw new CommandLine.ExecutionException(
          last.commandSpec().commandLine(), String.valueOf(mistake.getMessage()), mistake);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /** {@code off-cpu} is how people write it. */
  private static Timing timing(String word) {
    try {
      return Timing.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException("'" + word + "' is not wall, cpu or off-cpu");
    }
  }

  private static CommandLine.Help.Ansi ansi(Terminal terminal) {
    return terminal.color() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
  }

  /** The first word that is no option: options before the command are global flags. */
  private static @Nullable String commandName(String... args) {
    for (String arg : args) {
      if (!arg.startsWith("-")) {
        return arg;
      }
    }
    return null;
  }

  private static CliException unknownCommand(String name) {
    List<String> near = Nearest.to(name, Commands.byName().keySet());
    String hint = near.isEmpty() ? "" : "did you mean '" + near.getFirst() + "'? ";
    return CliException.usage("unknown command '" + name + "'", hint + "see 'dexscope --help'");
  }
}
