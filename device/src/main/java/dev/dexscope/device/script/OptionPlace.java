package dev.dexscope.device.script;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next option that {@code getopts} reads: a script knows the argument, by {@code OPTIND}, but
 * not the place in it.
 *
 * @param index of the argument, from 1 on
 * @param offset of the option's letter in it
 */
record OptionPlace(int index, int offset) {
  static final OptionPlace START = new OptionPlace(1, 1);

  private static final String INDEX = "OPTIND";
  private static final String ARGUMENT = "OPTARG";
  private static final int BAD_USAGE = 2;

  /** Reads the next option: {@code getopts LETTERS NAME [ARGUMENT...]}. */
  static int read(Interpreter shell, List<String> words) throws IOException {
    if (words.size() < 2) {
      shell.streams().err().println("sh: usage: getopts LETTERS NAME [ARGUMENT...]");
      return BAD_USAGE;
    }
    List<String> arguments = words.size() > 2 ? words.subList(2, words.size()) : shell.arguments();
    OptionPlace place = shell.optionPlace();
    String index = shell.variables().get(INDEX, "1");
    if (!index.equals(place.index + "")) {
      place = new OptionPlace(Builtins.number(index), 1);
    }
    String letters = words.getFirst();
    Step step = place.step(letters, arguments);
    shell.optionPlace(step.next);
    shell.variables().set(INDEX, step.next.index + "");
    shell.variables().set(words.get(1), step.name);
    shell.variables().restore(ARGUMENT, step.argument);
    if (step.problem != null) {
      shell.streams().err().println("sh: " + step.problem);
    }
    return step.isEnd ? 1 : 0;
  }

  private record Step(
      OptionPlace next,
      String name,
      @Nullable String argument,
      @Nullable String problem,
      boolean isEnd) {}

  private Step step(String letters, List<String> arguments) {
    String word = index >= 1 && index <= arguments.size() ? arguments.get(index - 1) : "";
    if (offset == 1 && (!word.startsWith("-") || word.length() == 1 || word.equals("--"))) {
      OptionPlace end = word.equals("--") ? new OptionPlace(index + 1, 1) : this;
      return new Step(end, "?", null, null, true);
    }
    boolean isSilent = letters.startsWith(":");
    String letter = word.substring(offset, offset + 1);
    int at = letter.equals(":") ? -1 : letters.indexOf(letter);
    boolean isLast = offset + 1 == word.length();
    OptionPlace next = isLast ? new OptionPlace(index + 1, 1) : new OptionPlace(index, offset + 1);
    if (at < 0) {
      return isSilent
          ? new Step(next, "?", letter, null, false)
          : new Step(next, "?", null, "-" + letter + ": unknown option", false);
    }
    if (!letters.startsWith(":", at + 1)) {
      return new Step(next, letter, null, null, false);
    }
    if (!isLast) {
      return new Step(
          new OptionPlace(index + 1, 1), letter, word.substring(offset + 1), null, false);
    }
    if (index < arguments.size()) {
      return new Step(new OptionPlace(index + 2, 1), letter, arguments.get(index), null, false);
    }
    return isSilent
        ? new Step(next, ":", letter, null, false)
        : new Step(next, "?", null, "-" + letter + ": requires an argument", false);
  }
}
