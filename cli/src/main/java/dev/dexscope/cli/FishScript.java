package dev.dexscope.cli;

import java.io.PrintStream;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The script that makes the fish shell complete our command line. */
final class FishScript {
  private static final String NAME = "dexscope";

  private FishScript() {}

  static void print(CommandLine line, PrintStream out) {
    for (Map.Entry<String, CommandLine> each : line.getSubcommands().entrySet()) {
      if (!Commands.byName().containsKey(each.getKey())) {
        continue;
      }
      CommandSpec command = each.getValue().getCommandSpec();
      out.println(
          "complete -c "
              + NAME
              + " -n __fish_use_subcommand -f -a "
              + each.getKey()
              + " -d "
              + quoted(first(command.usageMessage().description())));
      for (OptionSpec option : command.options()) {
        if (!option.hidden()) {
          out.println(line(each.getKey(), option));
        }
      }
    }
  }

  private static String line(String command, OptionSpec option) {
    var text = new StringBuilder("complete -c ").append(NAME);
    text.append(" -n '__fish_seen_subcommand_from ").append(command).append('\'');
    for (String name : option.names()) {
      if (name.startsWith("--")) {
        text.append(" -l ").append(name.substring(2));
      } else if (name.length() == 2) {
        text.append(" -s ").append(name.charAt(1));
      } else {
        text.append(" -o ").append(name.substring(1));
      }
    }
    // A value may be a file's name.
    text.append(option.arity().max() > 0 ? " -r" : " -f");
    return text.append(" -d ").append(quoted(first(option.description()))).toString();
  }

  private static String first(String... texts) {
    return texts.length == 0 ? "" : texts[0].replace("%%", "%");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
