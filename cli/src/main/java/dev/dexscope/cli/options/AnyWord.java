package dev.dexscope.cli.options;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Values that may begin as options do, because they are another program's options. */
public final class AnyWord implements IParameterConsumer {
  @Override
  @SuppressWarnings("JdkObsolete") // As picocli declares it.
  public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
    if (words.isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "Missing required parameter for option '" + ((OptionSpec) option).longestName() + "'");
    }
    // The list that it starts with is that of the next line, too.
    Collection<String> before = option.getValue();
    List<String> values = new ArrayList<>(before);
    values.add(words.pop());
    option.setValue(values);
  }
}
