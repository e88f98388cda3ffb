package dev.dexscope.device.script;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** The conversions of C's {@code printf}, whose results Java's formats do not have. */
public final class CFormat {
  /** The digits of the fraction where none are requested. */
  private static final int DIGITS = 6;

  /** The exponent below which {@code %g} writes one. */
  private static final int LEAST_EXPONENT = -4;

  private CFormat() {}

  /**
   * One conversion.
   *
   * @param flags of {@code "-+ #0"}
   * @param precision -1 for none
   */
  public record Conversion(String flags, int width, int precision, char letter) {
    /**
     * Reads what stands between the percent sign and the letter.
     *
     * @param most the highest width and precision
     * @throws IllegalArgumentException if it is none
     */
    public static Conversion parse(String text, char letter, int most) {
      int at = 0;
      while (at < text.length() && "-+ #0".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      String flags = text.substring(0, at);
      int dot = text.indexOf('.', at);
      String width = text.substring(at, dot < 0 ? text.length() : dot);
      int precision = dot < 0 ? -1 : number(text.substring(dot + 1), most);
      return new Conversion(flags, number(width, most), precision, letter);
    }

    private static int number(String digits, int most) {
      if (digits.isEmpty()) {
        return 0;
      }
      // A negative precision counts as none in C, and is refused here.
      if (digits.length() > 9 || Integer.parseInt(digits) > most || digits.charAt(0) == '-') {
        throw new IllegalArgumentException("more than " + most + " columns");
      }
      return Integer.parseInt(digits);
    }

    private boolean has(char flag) {
      return flags.indexOf(flag) >= 0;
    }

    /** Returns a text in its field. */
    public String text(String value) {
      int end = precision < 0 ? value.length() : Math.min(precision, value.length());
      return pad("", value.substring(0, end), false);
    }

    /** Returns a whole number: {@code d i u x X o}. */
    public String whole(long value) {
      String digits =
          switch (letter) {
            case 'x' -> Long.toHexString(value);
            case 'X' -> Long.toHexString(value).toUpperCase(Locale.ROOT);
            case 'o' -> Long.toOctalString(value);
            case 'u' -> Long.toUnsignedString(value);
            default -> Long.toString(value).replace("-", "");
          };
      if (precision == 0 && value == 0) {
        digits = "";
      }
      digits = "0".repeat(Math.max(0, precision - digits.length())) + digits;
      String sign = "";
      if (letter == 'd' || letter == 'i') {
        sign = value < 0 ? "-" : has('+') ? "+" : has(' ') ? " " : "";
      } else if (has('#') && letter == 'o' && !digits.startsWith("0")) {
        sign = "0";
      } else if (has('#') && letter != 'u' && letter != 'o' && value != 0) {
        sign = "0" + letter;
      }
      return pad(sign, digits, has('0') && precision < 0);
    }

    /** Returns a number: {@code e E f F g G}. */
    public String real(double value) {
      boolean isNegative = value < 0 || 1 / value < 0;
      String sign = isNegative ? "-" : has('+') ? "+" : has(' ') ? " " : "";
      boolean isUpper = Character.isUpperCase(letter);
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        String name = Double.isNaN(value) ? "nan" : "inf";
        return pad(sign, isUpper ? name.toUpperCase(Locale.ROOT) : name, false);
      }
      BigDecimal exact = new BigDecimal(Math.abs(value));
      int digits = precision < 0 ? DIGITS : precision;
      String text =
          switch (Character.toLowerCase(letter)) {
            case 'f' -> fixed(exact, digits);
            case 'e' -> scientific(exact, digits);
            default -> shortest(exact, Math.max(1, digits));
          };
      return pad(sign, isUpper ? text.toUpperCase(Locale.ROOT) : text, has('0'));
    }

    private String fixed(BigDecimal value, int digits) {
      String text = value.setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
      return digits == 0 && has('#') ? text + "." : text;
    }

    private static BigDecimal rounded(BigDecimal value, int digits) {
      return value.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }

    private static int exponent(BigDecimal value) {
      return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
    }

    private String scientific(BigDecimal value, int digits) {
      BigDecimal rounded = rounded(value, digits + 1);
      int exponent = exponent(rounded);
      String mantissa = fixed(rounded.movePointLeft(exponent), digits);
      return mantissa
          + String.format(Locale.ROOT, "e%c%02d", exponent < 0 ? '-' : '+', Math.abs(exponent));
    }

    private String shortest(BigDecimal value, int digits) {
      int exponent = exponent(rounded(value, digits));
      boolean isScientific = exponent < LEAST_EXPONENT || exponent >= digits;
      String text =
          isScientific ? scientific(value, digits - 1) : fixed(value, digits - 1 - exponent);
      if (has('#') || text.indexOf('.') < 0) {
        return text;
      }
      int end = isScientific ? text.indexOf('e') : text.length();
      int last = end;
      while (text.charAt(last - 1) == '0') {
        last--;
      }
      last -= text.charAt(last - 1) == '.' ? 1 : 0;
      return text.substring(0, last) + text.substring(end);
    }

    private String pad(String sign, String text, boolean byZeros) {
      int missing = Math.max(0, width - sign.length() - text.length());
      if (has('-')) {
        return sign + text + " ".repeat(missing);
      }
      return byZeros ? sign + "0".repeat(missing) + text : " ".repeat(missing) + sign + text;
    }
  }

  /** Returns the first place from one on that is no space. */
  public static int skipSpaces(String text, int begin) {
    int at = begin;
    while (at < text.length() && " \t\n\r\f\013".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static int skipDigits(String text, int begin) {
    int at = begin;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  /** Returns where the decimal number ends that begins at a place; that place if there is none. */
  public static int endOfNumber(String text, int begin) {
    int at = begin;
    if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      at++;
    }
    int end = skipDigits(text, at);
    int count = end - at;
    if (end < text.length() && text.charAt(end) == '.') {
      int fraction = skipDigits(text, end + 1);
      count += fraction - end - 1;
      end = fraction;
    }
    if (count == 0) {
      return begin;
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int digits = end + 1;
      if (digits < text.length() && (text.charAt(digits) == '-' || text.charAt(digits) == '+')) {
        digits++;
      }
      int exponent = skipDigits(text, digits);
      end = exponent > digits ? exponent : end;
    }
    return end;
  }
}
