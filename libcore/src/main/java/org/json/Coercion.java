package org.json;

/** Converts a value to a type that is requested: to null where it cannot be that. */
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

  static Number toNumber(Object value) {
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

  static boolean optBoolean(Object value, boolean fallback) {
    Boolean converted = toBoolean(value);
    return converted == null ? fallback : converted;
  }

  static boolean getBoolean(Object value, Object place) throws JSONException {
    return required(toBoolean(value), place, value, "boolean");
  }

  static double optDouble(Object value, double fallback) {
    Number number = toNumber(value);
    return number == null ? fallback : number.doubleValue();
  }

  static double getDouble(Object value, Object place) throws JSONException {
    return required(toNumber(value), place, value, "double").doubleValue();
  }

  static int optInt(Object value, int fallback) {
    Number number = toNumber(value);
    return number == null ? fallback : number.intValue();
  }

  static int getInt(Object value, Object place) throws JSONException {
    return required(toNumber(value), place, value, "int").intValue();
  }

  static long optLong(Object value, long fallback) {
    Number number = toNumber(value);
    return number == null ? fallback : number.longValue();
  }

  static long getLong(Object value, Object place) throws JSONException {
    return required(toNumber(value), place, value, "long").longValue();
  }

  static String optString(Object value, String fallback) {
    return value == null ? fallback : String.valueOf(value);
  }

  static String getString(Object value, Object place) throws JSONException {
    return required(toString(value), place, value, "String");
  }

  static JSONArray getJSONArray(Object value, Object place) throws JSONException {
    return required(value instanceof JSONArray array ? array : null, place, value, "JSONArray");
  }

  static JSONObject getJSONObject(Object value, Object place) throws JSONException {
    return required(value instanceof JSONObject object ? object : null, place, value, "JSONObject");
  }

  static String toString(Object value) {
    return value == null ? null : String.valueOf(value);
  }

  /** The value that was asked for, or the exception that it is none. */
  private static <T> T required(T converted, Object place, Object value, String type)
      throws JSONException {
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
