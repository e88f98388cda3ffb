package org.json;

/** What a value is when another type is asked for: null where it cannot be that. */
final class Coercion {
  private Coercion() {}

  static double checkDouble(double d) throws JSONException {
    if (Double.isInfinite(d) || Double.isNaN(d)) {
      throw new JSONException("Forbidden numeric value: " + d);
    }
    return d;
  }

  static void checkNumber(Object value) throws JSONException {
    if (value instanceof Number number) {
      checkDouble(number.doubleValue());
    }
  }

  static Boolean toBoolean(Object value) {
    if (value instanceof Boolean known) {
      return known;
    }
    if (value instanceof String text) {
      if (text.equalsIgnoreCase("true")) {
        return true;
      }
      if (text.equalsIgnoreCase("false")) {
        return false;
      }
    }
    return null;
  }

  private static Number toNumber(Object value) {
    if (value instanceof Number number) {
      return number;
    }
    if (value instanceof String text) {
      try {
        return Double.valueOf(text);
      } catch (NumberFormatException e) {
        // Another text.
      }
    }
    return null;
  }

  static Double toDouble(Object value) {
    Number number = toNumber(value);
    return number == null ? null : (Double) number.doubleValue();
  }

  static Integer toInteger(Object value) {
    Number number = toNumber(value);
    return number == null ? null : (Integer) number.intValue();
  }

  static Long toLong(Object value) {
    Number number = toNumber(value);
    return number == null ? null : (Long) number.longValue();
  }

  static String toString(Object value) {
    return value == null ? null : String.valueOf(value);
  }

  /** The value that was asked for, or the exception that it is none. */
  static <T> T required(T converted, Object place, Object value, String type) throws JSONException {
    if (converted != null) {
      return converted;
    }
    if (value == null) {
      throw new JSONException("Value at " + place + " is null.");
    }
    throw new JSONException("Value " + value + " at " + place + ofType(value, type));
  }

  static JSONException mismatch(Object value, String type) {
    return new JSONException(
        value == null ? "Value is null." : "Value " + value + ofType(value, type));
  }

  private static String ofType(Object value, String type) {
    return " of type " + value.getClass().getName() + " cannot be converted to " + type;
  }
}
