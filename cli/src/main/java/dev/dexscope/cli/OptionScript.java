package dev.dexscope.cli;

import dev.dexscope.cli.options.AnyWord;
import dev.dexscope.cli.options.EarlyOption;
import dev.dexscope.cli.options.EarlyOptions;
import dev.dexscope.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Prints {@code scripts/options.sh}: what the launcher has to know of options, by picocli's
 * annotations and by the table of {@link EarlyOptions}.
 */
public final class OptionScript {
  private OptionScript() {}

  public static void main(String[] args) {
    System.out.print(text());
  }

  static String text() {
    List<String> flags = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<String> words = new ArrayList<>();
    List<String> programs = new ArrayList<>();
    List<String> quick = new ArrayList<>();
    List<String> requests = new ArrayList<>();
    for (String command : EarlyOptions.COMMANDS) {
      CommandSpec spec = spec(command);
      for (OptionSpec each : sorted(spec.options())) {
        List<String> valued = each.parameterConsumer() instanceof AnyWord ? words : values;
        List<String> forms = each.arity().max() == 0 ? flags : valued;
        forms.addAll(patterns(command, List.of(each.names())));
      }
      if (spec.parser().stopAtPositional()) {
        programs.add(command);
      }
      for (EarlyOption each : EarlyOptions.of(command)) {
        List<String> patterns = patterns(command, each.names());
        if (each.isQuick()) {
          quick.addAll(patterns);
        }
        String request = shell(each.request());
        if (!request.isEmpty()) {
          requests.add("    " + String.join(" | ", patterns) + ") " + request + " ;;\n");
        }
      }
    }
    return """
    # Sourced by launch.sh: what it has to know of options. Made by scripts/options of EarlyOptions and picocli's annotations.

    has_early_options() { # command
    %s}

    ends_at_word() { # command: whether all behind its first word is a program's
    %s}

    option_form() { # command:option: sets FORM
      case $1 in
    %s      FORM=flag ;;
    %s      FORM=value ;;
    %s      FORM=word ;;
        *) return 1 ;;
      esac
    }

    is_quick_option() { # command:option: whether the command's quick entry point reads it
    %s}

    ask_launcher() { # command:option, value: does what the option asks for
      case $1 in
    %s  esac
    }
    """
        .formatted(
            test(EarlyOptions.COMMANDS),
            test(programs),
            pattern(flags),
            pattern(values),
            pattern(words),
            test(quick),
            String.join("", requests));
  }

  private static CommandSpec spec(String command) {
    CommandLine line = Invocation.commandLine(Terminal.ofProcess(), command);
    return Objects.requireNonNull(line.getSubcommands().get(command)).getCommandSpec();
  }

  /** Java VMs list a class's members in whatever order. */
  private static List<OptionSpec> sorted(List<OptionSpec> options) {
    return options.stream().sorted(Comparator.comparing(OptionSpec::longestName)).toList();
  }

  private static List<String> patterns(String command, List<String> names) {
    return names.stream().map(name -> command + ":" + name).toList();
  }

  /** Returns whether the first argument is one of some words. */
  private static String test(List<String> words) {
    return "  case $1 in\n" + pattern(words) + "      ;;\n    *) return 1 ;;\n  esac\n";
  }

  /** Lines of a few words each. */
  private static String pattern(List<String> words) {
    var text = new StringBuilder("   ");
    int column = 3;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i) + (i + 1 < words.size() ? " |" : ")");
      if (column + word.length() > 108) {
        text.append(" \\\n     ");
        column = 5;
      }
      text.append(' ').append(word);
      column += word.length() + 1;
    }
    return text.append('\n').toString();
  }

  private static String shell(EarlyOption.Request request) {
    return switch (request) {
      case EarlyOption.Nothing() -> "";
      case EarlyOption.Call(String function) -> function + " \"$2\"";
      case EarlyOption.JavaOptions(String value, List<String> options) -> {
        String add = "OPTIONS+=(" + String.join(" ", options) + ")";
        yield value.isEmpty() ? add : "case $2 in " + anyCase(value) + ") " + add + " ;; esac";
      }
    };
  }

  private static String anyCase(String word) {
    return word.chars()
        .mapToObj(each -> "" + (char) each)
        .map(each -> "[" + each + each.toUpperCase(Locale.ROOT) + "]")
        .collect(Collectors.joining());
  }
}
