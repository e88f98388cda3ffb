package dev.dexscope.vm.runtime.substitute;

import org.jspecify.annotations.Nullable;

/** Methods of {@link String}. */
public final class StringMethods {
  private StringMethods() {}

  /** {@link String#valueOf(Object)}. */
  public static String valueOf(@Nullable Object value) {
    return String.valueOf(ThreadText.of(value));
  }

  /** {@link String#getChars}: a destination that is too small is an array's error. */
  public static void getChars(String text, int begin, int end, char[] to, int at) {
    boolean isWithin = begin >= 0 && begin <= end && end <= text.length();
    if (isWithin && (at < 0 || at > to.length - (end - begin))) {
      throw new ArrayIndexOutOfBoundsException(
          "offset=" + at + "; regionStart=" + begin + "; regionEnd=" + end);
    }
    text.getChars(begin, end, to, at);
  }
}
