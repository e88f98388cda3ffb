package dev.dexscope.device.awk;

import dev.dexscope.device.script.CFormat;
import java.util.List;

/** {@code printf} and {@code sprintf}. */
final class Formatting {
  private static final int MOST_WIDTH = 4096;
  private static final double LONGS = 0x1p63;

  private Formatting() {}

  /** Formats one number, as the formats of numbers do. */
  static String format(String format, double number) throws AwkException {
    return format(format, List.of(Value.of(number)), format);
  }

  /**
   * Formats values; those that are missing are empty.
   *
   * @param numbers the format of numbers that become texts
   */
  static String format(String format, List<Value> values, String numbers) throws AwkException {
    StringBuilder out = new StringBuilder();
    int next = 0;
    int at = 0;
    while (at < format.length()) {
      char c = format.charAt(at++);
      if (c != '%') {
        out.append(c);
        continue;
      }
      StringBuilder flags = new StringBuilder();
      while (at < format.length() && "-+ #0123456789.*hlLqjzt".indexOf(format.charAt(at)) >= 0) {
        char flag = format.charAt(at++);
        if (flag == '*') {
          flags.append((long) (next < values.size() ? values.get(next++).number() : 0));
        } else if (!Character.isLetter(flag)) {
          flags.append(flag);
        }
      }
      if (at == format.length()) {
        return out.append('%').append(flags).toString();
      }
      char letter = format.charAt(at++);
      if (letter == '%') {
        out.append('%');
        continue;
      }
      Value value = next < values.size() ? values.get(next) : Value.UNSET;
      next++;
      out.append(convert(flags.toString(), letter, value, numbers));
      if (out.length() > Machine.MOST_CHARS) {
        throw new AwkException("more than " + Machine.MOST_CHARS + " characters");
      }
    }
    return out.toString();
  }

  private static String convert(String flags, char letter, Value value, String numbers)
      throws AwkException {
    try {
      var conversion = CFormat.Conversion.parse(flags, letter, MOST_WIDTH);
      return switch (letter) {
        case 'd', 'i', 'u', 'x', 'X', 'o' -> whole(conversion, value.number());
        case 'e', 'E', 'f', 'F', 'g', 'G' -> conversion.real(value.number());
        case 'c' -> conversion.text(character(value, numbers));
        // A number becomes a text without its own format: that might be this one.
        case 's' -> conversion.text(value.text(numbers));
        default -> throw new IllegalArgumentException("no conversion %" + letter);
      };
    } catch (IllegalArgumentException e) {
      throw new AwkException("bad format %" + flags + letter + ": " + e.getMessage());
    }
  }

  private static String whole(CFormat.Conversion conversion, double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return new CFormat.Conversion(conversion.flags(), conversion.width(), -1, 'f').real(number);
    }
    if (Math.abs(number) >= LONGS) {
      return new CFormat.Conversion(conversion.flags(), conversion.width(), 0, 'f')
          .real(Math.rint(number));
    }
    return conversion.whole((long) number);
  }

  private static String character(Value value, String numbers) throws AwkException {
    if (value.text() == null) {
      int code = (int) value.number();
      return Character.isValidCodePoint(code) ? Character.toString(code) : "";
    }
    String text = value.text(numbers);
    return text.isEmpty() ? "" : text.substring(0, text.offsetByCodePoints(0, 1));
  }
}
