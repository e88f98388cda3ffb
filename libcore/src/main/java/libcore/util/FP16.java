package libcore.util;

/**
 * Floating-point numbers of 16 bits (IEEE 754 binary16), held in shorts. What the JDK has not of
 * them goes by way of float, which holds each of them exactly.
 */
public final class FP16 {
  public static final int EXPONENT_BIAS = 15;
  public static final int SIGN_SHIFT = 15;
  public static final int EXPONENT_SHIFT = 10;
  public static final int SIGN_MASK = 0x8000;
  public static final int SHIFTED_EXPONENT_MASK = 0x1f;
  public static final int SIGNIFICAND_MASK = 0x3ff;
  public static final int EXPONENT_SIGNIFICAND_MASK = 0x7fff;

  public static final short EPSILON = (short) 0x1400;
  public static final int MAX_EXPONENT = 15;
  public static final int MIN_EXPONENT = -14;
  public static final short LOWEST_VALUE = (short) 0xfbff;
  public static final short MAX_VALUE = (short) 0x7bff;
  public static final short MIN_NORMAL = (short) 0x0400;
  public static final short MIN_VALUE = (short) 0x0001;
  public static final short NaN = (short) 0x7e00;
  public static final short NEGATIVE_INFINITY = (short) 0xfc00;
  public static final short NEGATIVE_ZERO = (short) 0x8000;
  public static final short POSITIVE_INFINITY = (short) 0x7c00;
  public static final short POSITIVE_ZERO = (short) 0x0000;

  private FP16() {}

  public static float toFloat(short half) {
    return Float.float16ToFloat(half);
  }

  /** The nearest value, the even one of two; all NaNs but quiet ones lose their payload's end. */
  public static short toHalf(float value) {
    return Float.floatToFloat16(value);
  }

  public static int compare(short x, short y) {
    return Float.compare(toFloat(x), toFloat(y));
  }

  public static short rint(short half) {
    return toHalf((float) Math.rint(toFloat(half)));
  }

  public static short ceil(short half) {
    return toHalf((float) Math.ceil(toFloat(half)));
  }

  public static short floor(short half) {
    return toHalf((float) Math.floor(toFloat(half)));
  }

  public static short trunc(short half) {
    float value = toFloat(half);
    return toHalf((float) (value < 0 ? Math.ceil(value) : Math.floor(value)));
  }

  /** The smaller one; NaN when one is, and -0 is smaller than 0. */
  public static short min(short x, short y) {
    return toHalf(Math.min(toFloat(x), toFloat(y)));
  }

  /** The greater one; NaN when one is, and -0 is smaller than 0. */
  public static short max(short x, short y) {
    return toHalf(Math.max(toFloat(x), toFloat(y)));
  }

  public static boolean less(short x, short y) {
    return toFloat(x) < toFloat(y);
  }

  public static boolean lessEquals(short x, short y) {
    return toFloat(x) <= toFloat(y);
  }

  public static boolean greater(short x, short y) {
    return toFloat(x) > toFloat(y);
  }

  public static boolean greaterEquals(short x, short y) {
    return toFloat(x) >= toFloat(y);
  }

  public static boolean equals(short x, short y) {
    return toFloat(x) == toFloat(y);
  }

  public static boolean isInfinite(short half) {
    return Float.isInfinite(toFloat(half));
  }

  public static boolean isNaN(short half) {
    return Float.isNaN(toFloat(half));
  }

  /** Whether it is neither zero, subnormal, infinite nor NaN. */
  public static boolean isNormalized(short half) {
    int exponent = half >> EXPONENT_SHIFT & SHIFTED_EXPONENT_MASK;
    return exponent != 0 && exponent != SHIFTED_EXPONENT_MASK;
  }

  /** The value in hexadecimal: {@code 0x1.8p1}. */
  public static String toHexString(short half) {
    float value = toFloat(half);
    if (Float.isNaN(value) || Float.isInfinite(value)) {
      return Float.toString(value);
    }
    int exponent = half >> EXPONENT_SHIFT & SHIFTED_EXPONENT_MASK;
    int significand = half & SIGNIFICAND_MASK;
    String sign = half < 0 ? "-" : "";
    if (exponent == 0 && significand == 0) {
      return sign + "0x0.0p0";
    }
    // Hexadecimal digits hold twelve bits, the significand ten.
    String digits = String.format("%03x", significand << 2).replaceFirst("0{1,2}$", "");
    return exponent == 0
        ? sign + "0x0." + digits + "p" + MIN_EXPONENT
        : sign + "0x1." + digits + "p" + (exponent - EXPONENT_BIAS);
  }
}
