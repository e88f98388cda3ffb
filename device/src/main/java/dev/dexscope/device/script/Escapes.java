package dev.dexscope.device.script;

/** Characters that are written by a backslash. */
public final class Escapes {
  private static final String LETTERS = "abefnrtv\\'\"";
  private static final String MEANINGS = "\007\b\033\f\n\r\t\013\\'\"";

  private Escapes() {}

  /** Returns the text with what its backslashes stand for; unknown ones stay. */
  public static String expand(String text) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '\\' || at == text.length()) {
        out.append(c);
        continue;
      }
      char letter = text.charAt(at++);
      int known = LETTERS.indexOf(letter);
      if (known >= 0) {
        out.append(MEANINGS.charAt(known));
      } else if (letter == 'x') {
        at = number(text, at, 2, 16, out, "\\x");
      } else if (letter == 'u') {
        at = number(text, at, 4, 16, out, "\\u");
      } else if (letter >= '0' && letter <= '7') {
        // As printf reads it, \101, and as echo does, \0101.
        at = number(text, letter == '0' ? at : at - 1, 3, 8, out, "\0");
      } else {
        out.append(c).append(letter);
      }
    }
    return out.toString();
  }

  private static int number(
      String text, int begin, int most, int radix, StringBuilder out, String otherwise) {
    int end = begin;
    while (end < text.length()
        && end < begin + most
        && Character.digit(text.charAt(end), radix) >= 0) {
      end++;
    }
    if (end == begin) {
      out.append(otherwise);
    } else {
      out.append((char) Integer.parseInt(text.substring(begin, end), radix));
    }
    return end;
  }
}
