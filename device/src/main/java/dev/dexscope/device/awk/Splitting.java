package dev.dexscope.device.awk;

import dev.dexscope.device.script.PosixRegex;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Separates a text into fields. */
final class Splitting {
  private static final String SPACES = " \t\n";

  private Splitting() {}

  /**
   * Separates by the value of {@code FS}: a space stands for all white space, another character for
   * itself, more of them for a pattern, nothing for a field for each character.
   *
   * @param isByLines whether the end of a line separates too
   */
  static List<String> split(String text, String separator, boolean isByLines, Patterns patterns)
      throws AwkException {
    if (separator.equals(" ")) {
      return words(text);
    }
    if (separator.isEmpty()) {
      return text.codePoints().mapToObj(Character::toString).toList();
    }
    String quoted =
        separator.length() == 1 && !separator.equals("\\") ? "[" + separator + "]" : separator;
    String literal = separator.equals("^") ? "\\^" : quoted;
    return split(text, patterns.of(isByLines ? "(" + literal + ")|\n" : literal));
  }

  /** Separates by what matches a pattern. */
  static List<String> split(String text, Pattern separator) {
    List<String> fields = new ArrayList<>();
    if (text.isEmpty()) {
      return fields;
    }
    Matcher matcher = PosixRegex.matcher(separator, text);
    int begin = 0;
    int from = 0;
    while (from <= text.length() && matcher.find(from)) {
      if (matcher.end() == matcher.start()) {
        // Nothing separates nothing.
        from = matcher.end() + 1;
        continue;
      }
      fields.add(text.substring(begin, matcher.start()));
      begin = matcher.end();
      from = begin;
    }
    fields.add(text.substring(begin));
    return fields;
  }

  private static List<String> words(String text) {
    List<String> fields = new ArrayList<>();
    int at = 0;
    while (true) {
      while (at < text.length() && SPACES.indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      if (at == text.length()) {
        return fields;
      }
      int begin = at;
      while (at < text.length() && SPACES.indexOf(text.charAt(at)) < 0) {
        at++;
      }
      fields.add(text.substring(begin, at));
    }
  }
}
