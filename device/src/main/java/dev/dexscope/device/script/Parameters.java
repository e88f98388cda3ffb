package dev.dexscope.device.script;

import java.io.IOException;
import java.util.List;

/** What follows the name of a parameter in braces. */
final class Parameters {
  /** Longer ones first. */
  static final List<String> OPERATORS =
      List.of(":-", ":=", ":?", ":+", "##", "%%", "//", "-", "=", "?", "+", "#", "%", "/", ":");

  private Parameters() {}

  static boolean isPattern(String operator) {
    return List.of("#", "##", "%", "%%", "/", "//").contains(operator);
  }

  /** Removes the shortest or longest part that a pattern matches, from one of the ends. */
  static String trim(String value, String operator, String pattern) throws IOException {
    Glob glob = new Glob(pattern);
    boolean isPrefix = operator.startsWith("#");
    boolean isLongest = operator.length() == 2;
    for (int i = 0; i <= value.length(); i++) {
      int length = isLongest ? value.length() - i : i;
      String part =
          isPrefix ? value.substring(0, length) : value.substring(value.length() - length);
      if (glob.matches(part)) {
        return isPrefix ? value.substring(length) : value.substring(0, value.length() - length);
      }
    }
    return value;
  }

  /** Replaces the first part, or all, that a pattern matches. */
  static String replace(String value, String pattern, String replacement, boolean isAll)
      throws IOException {
    Glob glob = new Glob(pattern);
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < value.length()) {
      int end = value.length();
      while (end > at && !glob.matches(value.substring(at, end))) {
        end--;
      }
      if (end > at) {
        out.append(replacement);
        at = end;
        if (!isAll) {
          break;
        }
      } else {
        out.append(value.charAt(at++));
      }
    }
    return out.append(value.substring(at)).toString();
  }

  /** {@code offset} or {@code offset:length} of a text. */
  static String part(String value, long offset, long length) {
    long begin = Math.clamp(offset < 0 ? value.length() + offset : offset, 0, value.length());
    long end = length < 0 ? value.length() + length : begin + Math.min(length, value.length());
    return value.substring((int) begin, (int) Math.clamp(end, begin, value.length()));
  }
}
