package dev.dexscope.cli.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words of a command line, read without picocli, which takes longer to start than a small
 * program or a report.
 *
 * @param options in their order
 * @param words what is no option
 */
public record EarlyWords(List<Given> options, List<String> words) {
  /**
   * An option of the line.
   *
   * @param name the first of its names
   * @param value empty for a flag
   */
  public record Given(String name, String value) {}

  /**
   * Reads a line whose program has options of its own: all that follows the first word that is no
   * option. Null for a line that is not plain: that is for picocli to read, or to refuse.
   */
  public static @Nullable EarlyWords ofProgram(List<EarlyOption> table, String... line) {
    return read(table, true, line);
  }

  /** Reads a line with options anywhere; null for one that is not plain. */
  public static @Nullable EarlyWords of(List<EarlyOption> table, String... line) {
    return read(table, false, line);
  }

  private static @Nullable EarlyWords read(
      List<EarlyOption> table, boolean isOfProgram, String... line) {
    List<Given> options = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < line.length; i++) {
      if (!line[i].startsWith("-")) {
        if (isOfProgram) {
          return new EarlyWords(options, Arrays.asList(line).subList(i, line.length));
        }
        words.add(line[i]);
        continue;
      }
      Word word = word(table, line[i]);
      if (word == null || !word.option.isQuick() || isRepeated(word.option, options)) {
        return null;
      }
      String value = word.value;
      if (word.option.form() == EarlyOption.Form.FLAG) {
        if (value != null) {
          return null;
        }
        options.add(new Given(word.option.name(), ""));
        continue;
      }
      if (value == null && i + 1 < line.length) {
        value = line[++i];
      }
      if (value == null || value.isEmpty() || isOption(word.option, value)) {
        return null;
      }
      options.add(new Given(word.option.name(), value));
    }
    return new EarlyWords(options, words);
  }

  private static boolean isOption(EarlyOption option, String value) {
    return option.form() != EarlyOption.Form.WORDS && value.startsWith("-");
  }

  /** An option, and its value if that stands in the same word. */
  private record Word(EarlyOption option, @Nullable String value) {}

  private static @Nullable Word word(List<EarlyOption> table, String word) {
    EarlyOption option = find(table, word);
    if (option != null) {
      return new Word(option, null);
    }
    int equals = word.indexOf('=');
    option = equals < 0 ? null : find(table, word.substring(0, equals));
    if (option != null) {
      return new Word(option, word.substring(equals + 1));
    }
    option = word.length() < 3 ? null : find(table, word.substring(0, 2));
    return option == null ? null : new Word(option, word.substring(2));
  }

  private static @Nullable EarlyOption find(List<EarlyOption> table, String name) {
    for (EarlyOption each : table) {
      if (each.names().contains(name)) {
        return each;
      }
    }
    return null;
  }

  private static boolean isRepeated(EarlyOption option, List<Given> before) {
    if (option.form() == EarlyOption.Form.VALUES || option.form() == EarlyOption.Form.WORDS) {
      return false;
    }
    for (Given each : before) {
      if (each.name().equals(option.name())) {
        return true;
      }
    }
    return false;
  }
}
