package dev.dexscope.apk.xml;

import java.util.Locale;

/**
 * A typed value of an attribute (Res_value in ResourceTypes.h).
 *
 * @param type one of the constants
 * @param data its meaning depends on the type; an index into the string pool for {@link #STRING}
 */
public record Value(int type, int data) {
  public static final int NULL = 0x00;
  public static final int REFERENCE = 0x01;
  public static final int ATTRIBUTE = 0x02;
  public static final int STRING = 0x03;
  public static final int FLOAT = 0x04;
  public static final int DIMENSION = 0x05;
  public static final int FRACTION = 0x06;
  public static final int DYNAMIC_REFERENCE = 0x07;
  public static final int INT_DEC = 0x10;
  public static final int INT_HEX = 0x11;
  public static final int INT_BOOLEAN = 0x12;
  public static final int FIRST_COLOR = 0x1c;
  public static final int LAST_COLOR = 0x1f;

  private static final String[] DIMENSION_UNITS = {"px", "dip", "sp", "pt", "in", "mm"};
  private static final String[] FRACTION_UNITS = {"%", "%p"};
  // A complex number's mantissa is 24 bits at the top; its radix determines the position of the
  // point.
  private static final double[] RADIX = {
    1.0 / (1 << 8), 1.0 / (1 << 15), 1.0 / (1L << 23), 1.0 / (1L << 31)
  };

  public static Value bool(boolean value) {
    return new Value(INT_BOOLEAN, value ? -1 : 0);
  }

  public static Value integer(int value) {
    return new Value(INT_DEC, value);
  }

  /** As a person writes it in a source file; strings are the document's to resolve. */
  String text() {
    return switch (type) {
      case NULL -> data == 1 ? "@empty" : "@null";
      case REFERENCE, DYNAMIC_REFERENCE ->
          data == 0 ? "@null" : String.format(Locale.ROOT, "@0x%08x", data);
      case ATTRIBUTE -> String.format(Locale.ROOT, "?0x%08x", data);
      case FLOAT -> Float.toString(Float.intBitsToFloat(data));
      case DIMENSION -> complex(DIMENSION_UNITS);
      case FRACTION -> complex(FRACTION_UNITS);
      case INT_DEC -> Integer.toString(data);
      case INT_HEX -> String.format(Locale.ROOT, "0x%x", data);
      case INT_BOOLEAN -> Boolean.toString(data != 0);
      default ->
          type >= FIRST_COLOR && type <= LAST_COLOR
              ? String.format(Locale.ROOT, "#%08x", data)
              : String.format(Locale.ROOT, "(type 0x%02x)0x%08x", type, data);
    };
  }

  private String complex(String[] units) {
    double number = (data & 0xffffff00) * RADIX[data >> 4 & 3];
    if (type == FRACTION) {
      number *= 100;
    }
    int unit = data & 0xf;
    String name = unit < units.length ? units[unit] : "(unit " + unit + ")";
    String digits = Float.toString((float) number);
    return (digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits) + name;
  }
}
