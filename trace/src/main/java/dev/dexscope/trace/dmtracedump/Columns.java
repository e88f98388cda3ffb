package dev.dexscope.trace.dmtracedump;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers in columns of a width, as C's printf would have them. */
final class Columns {
  private Columns() {}

  static String right(long number, int width) {
    String digits = Long.toString(number);
    return padding(digits, width) + digits;
  }

  static String left(String text, int width) {
    return text + padding(text, width);
  }

  /** Returns the blanks that fill a text up to a width. */
  static String padding(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length()));
  }

  /** A share in percent; rounded from the exact binary value, a half to the even digit. */
  static String percent(long part, long whole, int digits, int width) {
    String text =
        whole == 0
            ? "inf"
            : new BigDecimal(part * 100.0 / whole)
                .setScale(digits, RoundingMode.HALF_EVEN)
                .toPlainString();
    return padding(text, width) + text;
  }
}
