package dev.dexscope.device.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The options of a command as {@code getopt_long} reads them: {@code -d}, {@code -dc}, {@code -t
 * 5}, {@code -t5}, {@code --pid 7}, {@code --pid=7}; words that are no options may be between them.
 */
final class OptionReader {
  private final List<String> words;
  private final String valued;
  private final Set<String> longValued;
  private final List<String> others = new ArrayList<>();
  private int next;

  /** The letters of a word that are still to be read. */
  private String letters = "";

  private String name = "";
  private String value = "";

  /**
   * @param valued the letters of the options that have a value
   * @param longValued the long names of those, separated by spaces
   */
  OptionReader(List<String> words, String valued, String longValued) {
    this.words = words;
    this.valued = valued;
    this.longValued = Set.of(longValued.split(" ", -1));
  }

  /** Reads the next option; returns whether there is one. */
  boolean advance() throws IOException {
    value = "";
    while (letters.isEmpty()) {
      if (next == words.size()) {
        return false;
      }
      String word = words.get(next++);
      if (word.equals("--")) {
        others.addAll(words.subList(next, words.size()));
        next = words.size();
      } else if (word.startsWith("--")) {
        takeLong(word.substring(2));
        return true;
      } else if (word.startsWith("-") && word.length() > 1) {
        letters = word.substring(1);
      } else {
        others.add(word);
      }
    }
    name = letters.substring(0, 1);
    letters = letters.substring(1);
    if (valued.contains(name)) {
      value = letters.isEmpty() ? nextWord("-" + name) : letters;
      letters = "";
    }
    return true;
  }

  private void takeLong(String word) throws IOException {
    int equals = word.indexOf('=');
    name = equals < 0 ? word : word.substring(0, equals);
    if (equals >= 0) {
      value = word.substring(equals + 1);
    } else if (longValued.contains(name)) {
      value = nextWord("--" + name);
    }
  }

  private String nextWord(String option) throws IOException {
    if (next == words.size()) {
      throw new IOException("option requires an argument " + option);
    }
    return words.get(next++);
  }

  /** The name of the last option, without its hyphens. */
  String name() {
    return name;
  }

  /** The value of the last option, or empty. */
  String value() {
    return value;
  }

  /** The words that are no options, after all were read. */
  List<String> others() {
    return List.copyOf(others);
  }
}
