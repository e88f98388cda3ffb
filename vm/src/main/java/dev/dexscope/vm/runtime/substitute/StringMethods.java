package dev.dexscope.vm.runtime.substitute;

import org.jspecify.annotations.Nullable;

/** Methods of {@link String}. */
public final class StringMethods {
  private StringMethods() {}

  /** {@link String#valueOf(Object)}. */
  public static String valueOf(@Nullable Object value) {
    return String.valueOf(ThreadText.of(value));
  }

  /** {@link String#matches}. */
  public static boolean matches(String text, String regex) {
    return PatternMethods.matches(regex, text);
  }

  /** {@link String#replaceAll}. */
  public static String replaceAll(String text, String regex, String replacement) {
    return PatternMethods.compile(regex).matcher(text).replaceAll(replacement);
  }

  /** {@link String#replaceFirst}. */
  public static String replaceFirst(String text, String regex, String replacement) {
    return PatternMethods.compile(regex).matcher(text).replaceFirst(replacement);
  }

  /** {@link String#split(String)}. */
  public static String[] split(String text, String regex) {
    return split(text, regex, 0);
  }

  /** {@link String#split(String, int)}. */
  public static String[] split(String text, String regex, int limit) {
    return PatternMethods.isOfKinds(regex, 0)
        ? PatternMethods.compile(regex).split(text, limit)
        : text.split(regex, limit);
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
