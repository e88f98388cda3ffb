package dev.dexscope.base.text;

/**
 * Texts of others for a terminal or a page: what would steer it, cannot be seen, or turns around
 * what follows, is written as its number.
 *
 * <pre>{@code
 * Printable.of("main\33[2J") // main\u001b[2J
 * }</pre>
 */
public final class Printable {
  private Printable() {}

  /** The text; the same object where nothing has to be changed. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPlain(text.charAt(i))) {
        return escaped(text, i);
      }
    }
    return text;
  }

  private static String escaped(String text, int first) {
    StringBuilder words = new StringBuilder(text.length() + 16).append(text, 0, first);
    for (int i = first; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(c)) {
        words.append(c);
      } else {
        words.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
      }
    }
    return words.toString();
  }

  private static boolean isPlain(char c) {
    if (c < 0x7f) {
      return c >= ' ';
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
