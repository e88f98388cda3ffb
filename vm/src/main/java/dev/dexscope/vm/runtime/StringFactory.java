package dev.dexscope.vm.runtime;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** {@code java.lang.StringFactory}: implements String's constructors on Android. */
public final class StringFactory {
  private StringFactory() {}

  /** Chars from bytes in UTF-8. */
  public static String newStringFromBytes(byte[] data) {
    return new String(data, StandardCharsets.UTF_8);
  }

  /** Returns chars with these low bytes. */
  public static String newStringFromBytes(byte[] data, int high) {
    char[] chars = new char[data.length];
    for (int i = 0; i < data.length; i++) {
      chars[i] = (char) ((high << 8) | (data[i] & 0xff));
    }
    return new String(chars);
  }

  /** Chars from some bytes in UTF-8. */
  public static String newStringFromBytes(byte[] data, int offset, int count) {
    return new String(data, offset, count, StandardCharsets.UTF_8);
  }

  /** Returns chars with these low bytes. */
  public static String newStringFromBytes(byte[] data, int high, int offset, int count) {
    char[] chars = new char[count];
    for (int i = 0; i < count; i++) {
      chars[i] = (char) ((high << 8) | (data[offset + i] & 0xff));
    }
    return new String(chars);
  }

  /** Chars from bytes in a charset. */
  public static String newStringFromBytes(byte[] data, Charset charset) {
    return new String(data, charset);
  }

  /** A copy of some chars. */
  public static String newStringFromChars(char[] data, int offset, int count) {
    return new String(data, offset, count);
  }

  /** A copy of some chars, which the caller has checked. */
  static String newStringFromChars(int offset, int count, char[] data) {
    return new String(data, offset, count);
  }

  /** A copy of chars. */
  public static String newStringFromChars(char[] data) {
    return new String(data);
  }

  /** A copy. */
  public static String newStringFromString(String text) {
    return new String(text.toCharArray());
  }
}
