package android.util;

import java.nio.charset.StandardCharsets;

/** Base64, as flags want it: lines, padding, alphabet. */
public class Base64 {
  public static final int DEFAULT = 0;
  public static final int NO_PADDING = 1;
  public static final int NO_WRAP = 2;
  public static final int CRLF = 4;
  public static final int URL_SAFE = 8;
  public static final int NO_CLOSE = 16;

  private static final int LINE = 76;
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private Base64() {}

  public static byte[] decode(String str, int flags) {
    return decode(str.getBytes(StandardCharsets.ISO_8859_1), flags);
  }

  public static byte[] decode(byte[] input, int flags) {
    return decode(input, 0, input.length, flags);
  }

  /** Decodes; blanks and other foreign characters are passed over, padding may be missing. */
  public static byte[] decode(byte[] input, int offset, int len, int flags) {
    var decoder = new Decoder(len, (flags & URL_SAFE) != 0);
    for (int i = offset; i < offset + len; i++) {
      decoder.next(input[i]);
    }
    return decoder.end();
  }

  private static final class Decoder {
    private final boolean urlSafe;
    private final byte[] out;
    private int used;
    private int bits;
    private int digits;
    private int padding;

    Decoder(int length, boolean urlSafe) {
      this.urlSafe = urlSafe;
      this.out = new byte[length / 4 * 3 + 3];
    }

    void next(byte c) {
      if (c == '=') {
        padding++;
        if (digits < 2 || digits + padding > 4) {
          throw bad();
        }
        return;
      }
      int digit = digit(c);
      if (digit < 0) {
        return;
      }
      if (padding > 0) {
        throw bad();
      }
      bits = bits << 6 | digit;
      if (++digits == 4) {
        put(3, bits);
        digits = 0;
        bits = 0;
      }
    }

    private int digit(byte c) {
      if (urlSafe) {
        return c == '-' ? 62 : c == '_' ? 63 : c == '+' || c == '/' ? -1 : DIGITS.indexOf(c);
      }
      return DIGITS.indexOf(c);
    }

    private void put(int count, int value) {
      for (int i = count - 1; i >= 0; i--) {
        out[used++] = (byte) (value >> (8 * i));
      }
    }

    byte[] end() {
      if (digits == 1 || (padding > 0 && digits + padding != 4)) {
        throw bad();
      }
      if (digits == 2) {
        put(1, bits >> 4);
      } else if (digits == 3) {
        put(2, bits >> 2);
      }
      return java.util.Arrays.copyOf(out, used);
    }

    private static IllegalArgumentException bad() {
      return new IllegalArgumentException("bad base-64");
    }
  }

  public static String encodeToString(byte[] input, int flags) {
    return new String(encode(input, flags), StandardCharsets.US_ASCII);
  }

  public static String encodeToString(byte[] input, int offset, int len, int flags) {
    return new String(encode(input, offset, len, flags), StandardCharsets.US_ASCII);
  }

  public static byte[] encode(byte[] input, int flags) {
    return encode(input, 0, input.length, flags);
  }

  /** Encodes; unless flags say otherwise, every line has 76 digits and ends with a line feed. */
  public static byte[] encode(byte[] input, int offset, int len, int flags) {
    byte[] plain = java.util.Arrays.copyOfRange(input, offset, offset + len);
    java.util.Base64.Encoder encoder =
        (flags & URL_SAFE) != 0 ? java.util.Base64.getUrlEncoder() : java.util.Base64.getEncoder();
    byte[] digits = ((flags & NO_PADDING) != 0 ? encoder.withoutPadding() : encoder).encode(plain);
    if ((flags & NO_WRAP) != 0 || digits.length == 0) {
      return digits;
    }
    byte[] end = ((flags & CRLF) != 0 ? "\r\n" : "\n").getBytes(StandardCharsets.US_ASCII);
    int lines = (digits.length + LINE - 1) / LINE;
    byte[] wrapped = new byte[digits.length + lines * end.length];
    int at = 0;
    for (int from = 0; from < digits.length; from += LINE) {
      int length = Math.min(LINE, digits.length - from);
      System.arraycopy(digits, from, wrapped, at, length);
      System.arraycopy(end, 0, wrapped, at + length, end.length);
      at += length + end.length;
    }
    return wrapped;
  }
}
