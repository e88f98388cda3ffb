package dev.dexscope.device.awk;

import dev.dexscope.device.script.CFormat;
import org.jspecify.annotations.Nullable;

/**
 * A value: a number, a text, or both, as the text of an input that looks like a number is, and a
 * variable that nothing was assigned to.
 *
 * @param text null for a number
 * @param isNumeric whether it is compared as a number
 */
record Value(@Nullable String text, double number, boolean isNumeric) {
  static final Value UNSET = new Value("", 0, true);
  static final Value EMPTY = new Value("", 0, false);
  static final Value ZERO = of(0);
  static final Value ONE = of(1);

  private static final double LONGS = 0x1p63;

  static Value of(double number) {
    return new Value(null, number, true);
  }

  static Value of(boolean truth) {
    return truth ? ONE : ZERO;
  }

  static Value of(String text) {
    return new Value(text, number(text, false), false);
  }

  /** Of an input, which is a number if it looks like one. */
  static Value ofInput(String text) {
    double whole = number(text, true);
    return Double.isNaN(whole) ? of(text) : new Value(text, whole, true);
  }

  /** Returns whether it counts as true. */
  boolean isTrue() {
    if (text == null) {
      return number != 0;
    }
    return !text.isEmpty() && (!isNumeric || number != 0);
  }

  /**
   * Returns its text.
   *
   * @param format for numbers that are not whole, such as {@code %.6g}
   */
  String text(String format) throws AwkException {
    return text == null ? text(number, format) : text;
  }

  private static String text(double number, String format) throws AwkException {
    boolean isWhole = number == Math.rint(number) && Math.abs(number) < LONGS;
    return isWhole ? Long.toString((long) number) : Formatting.format(format, number);
  }

  static int compare(Value a, Value b, String format) throws AwkException {
    if (a.isNumeric && b.isNumeric) {
      return Double.compare(a.number + 0.0, b.number + 0.0);
    }
    return a.text(format).compareTo(b.text(format));
  }

  /**
   * Returns the number at the start of a text.
   *
   * @param isAll whether there may be nothing but spaces around it; else the result is NaN
   */
  private static double number(String text, boolean isAll) {
    int begin = CFormat.skipSpaces(text, 0);
    int end = CFormat.endOfNumber(text, begin);
    if (end == begin) {
      return isAll ? Double.NaN : 0;
    }
    if (isAll && CFormat.skipSpaces(text, end) < text.length()) {
      return Double.NaN;
    }
    return Double.parseDouble(text.substring(begin, end));
  }
}
