package dev.dexscope.device.script;

import java.io.IOException;

/**
 * A pattern of the shell: {@code *}, {@code ?}, and {@code [a-z]}; a character after a backslash
 * matches itself.
 */
public final class Glob {
  private static final int MOST_STEPS = 5_000_000;

  private final String pattern;
  private int steps;

  public Glob(String pattern) {
    this.pattern = pattern;
  }

  /** Returns whether a text has characters that are not only themselves in a pattern. */
  static boolean isPattern(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('[') >= 0;
  }

  /** Returns the pattern that matches only a text. */
  static String quote(char c) {
    return "*?[]\\!-^".indexOf(c) >= 0 ? "\\" + c : c + "";
  }

  /** Returns whether it matches a file's name; hidden files only where it begins as they do. */
  public boolean matchesFile(String name) throws IOException {
    boolean showsHidden = pattern.startsWith(".") || pattern.startsWith("\\.");
    return (showsHidden || !name.startsWith(".")) && matches(name);
  }

  /**
   * Returns whether it matches a text.
   *
   * @throws IOException if that takes too long
   */
  public boolean matches(String text) throws IOException {
    // Goes back to the last star only: what an earlier one took need not change.
    int p = 0;
    int n = 0;
    int star = -1;
    int starName = 0;
    while (n < text.length()) {
      if (++steps > MOST_STEPS) {
        throw new IOException("the pattern takes too long");
      }
      int after = p < pattern.length() ? end(p, text.charAt(n)) : -1;
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        starName = n;
      } else if (after >= 0) {
        p = after;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++starName;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** The end of the part that matches the character; -1 if it does not. */
  private int end(int at, char c) {
    return switch (pattern.charAt(at)) {
      case '?' -> at + 1;
      case '\\' -> at + 1 < pattern.length() && pattern.charAt(at + 1) == c ? at + 2 : -1;
      case '[' -> bracket(at, c);
      default -> pattern.charAt(at) == c ? at + 1 : -1;
    };
  }

  private int bracket(int begin, char c) {
    int at = begin + 1;
    boolean isInverse = at < pattern.length() && "!^".indexOf(pattern.charAt(at)) >= 0;
    at += isInverse ? 1 : 0;
    boolean isFirst = true;
    boolean isIn = false;
    while (at < pattern.length() && (isFirst || pattern.charAt(at) != ']')) {
      isFirst = false;
      int named = pattern.startsWith("[:", at) ? pattern.indexOf(":]", at) : -1;
      if (named > 0) {
        isIn |= isOf(pattern.substring(at + 2, named), c);
        at = named + 2;
        continue;
      }
      at += pattern.charAt(at) == '\\' && at + 1 < pattern.length() ? 1 : 0;
      char low = pattern.charAt(at++);
      char high = low;
      if (at + 1 < pattern.length() && pattern.charAt(at) == '-' && pattern.charAt(at + 1) != ']') {
        at++;
        at += pattern.charAt(at) == '\\' && at + 1 < pattern.length() ? 1 : 0;
        high = pattern.charAt(at++);
      }
      isIn |= c >= low && c <= high;
    }
    if (at >= pattern.length()) {
      return c == '[' ? begin + 1 : -1;
    }
    return isIn == isInverse ? -1 : at + 1;
  }

  /** Returns whether a character is in a class of POSIX. */
  public static boolean isOf(String name, char c) {
    return switch (name) {
      case "alpha" -> Character.isLetter(c);
      case "digit" -> c >= '0' && c <= '9';
      case "alnum" -> Character.isLetterOrDigit(c);
      case "upper" -> Character.isUpperCase(c);
      case "lower" -> Character.isLowerCase(c);
      case "space" -> c == ' ' || (c >= '\t' && c <= '\r');
      case "blank" -> c == ' ' || c == '\t';
      case "punct" -> c > ' ' && c < 0x7f && !Character.isLetterOrDigit(c);
      case "xdigit" -> Character.digit(c, 16) >= 0;
      case "cntrl" -> c < ' ' || c == 0x7f;
      case "print" -> c >= ' ' && c != 0x7f;
      case "graph" -> c > ' ' && c != 0x7f;
      default -> false;
    };
  }
}
