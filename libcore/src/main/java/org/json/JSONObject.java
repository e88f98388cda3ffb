package org.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Names and values, in the order in which they came. */
public class JSONObject {
  /** JSON's null, as opposed to no value. */
  public static final Object NULL =
      new Object() {
        @Override
        @SuppressWarnings("EqualsUsingHashCode")
        public boolean equals(Object o) {
          return o == this || o == null;
        }

        @Override
        public int hashCode() {
          return 0;
        }

        @Override
        public String toString() {
          return "null";
        }
      };

  private final Map<String, Object> values;

  public JSONObject() {
    values = new LinkedHashMap<>();
  }

  /** An object of the map's entries, their values wrapped. */
  public JSONObject(Map<?, ?> copyFrom) {
    this();
    for (Map.Entry<?, ?> entry : copyFrom.entrySet()) {
      String key = (String) entry.getKey();
      if (key == null) {
        throw new NullPointerException("key == null");
      }
      values.put(key, wrap(entry.getValue()));
    }
  }

  /** Reads an object. */
  public JSONObject(JSONTokener readFrom) throws JSONException {
    Object read = readFrom.nextValue();
    if (!(read instanceof JSONObject object)) {
      throw Coercion.mismatch(read, "JSONObject");
    }
    values = object.values;
  }

  public JSONObject(String json) throws JSONException {
    this(new JSONTokener(json));
  }

  /** A copy with only these names. */
  public JSONObject(JSONObject copyFrom, String[] names) throws JSONException {
    this();
    for (String name : names) {
      Object value = copyFrom.opt(name);
      if (value != null) {
        values.put(name, value);
      }
    }
  }

  public int length() {
    return values.size();
  }

  public JSONObject put(String name, boolean value) throws JSONException {
    values.put(checkName(name), value);
    return this;
  }

  public JSONObject put(String name, double value) throws JSONException {
    values.put(checkName(name), Coercion.checkDouble(value));
    return this;
  }

  public JSONObject put(String name, int value) throws JSONException {
    values.put(checkName(name), value);
    return this;
  }

  public JSONObject put(String name, long value) throws JSONException {
    values.put(checkName(name), value);
    return this;
  }

  /** Sets the value; null removes it. */
  public JSONObject put(String name, Object value) throws JSONException {
    if (value == null) {
      values.remove(name);
      return this;
    }
    Coercion.checkNumber(value);
    values.put(checkName(name), value);
    return this;
  }

  /** Sets the value if both are there. */
  public JSONObject putOpt(String name, Object value) throws JSONException {
    return name == null || value == null ? this : put(name, value);
  }

  /** Adds a value to those of the name: from the second on they are an array. */
  public JSONObject accumulate(String name, Object value) throws JSONException {
    Object current = values.get(checkName(name));
    if (current == null) {
      return put(name, value);
    }
    if (current instanceof JSONArray array) {
      array.checkedPut(value);
    } else {
      var array = new JSONArray();
      array.checkedPut(current);
      array.checkedPut(value);
      values.put(name, array);
    }
    return this;
  }

  /** Adds a value to the array of the name. */
  public JSONObject append(String name, Object value) throws JSONException {
    Object current = values.get(checkName(name));
    if (current == null) {
      current = new JSONArray();
      values.put(name, current);
    }
    if (!(current instanceof JSONArray array)) {
      throw new JSONException("Key " + name + " is not a JSONArray");
    }
    array.checkedPut(value);
    return this;
  }

  private static String checkName(String name) throws JSONException {
    if (name == null) {
      throw new JSONException("Names must be non-null");
    }
    return name;
  }

  public Object remove(String name) {
    return values.remove(name);
  }

  /** Whether there is no value, or NULL. */
  public boolean isNull(String name) {
    Object value = values.get(name);
    return value == null || value.equals(NULL);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Object get(String name) throws JSONException {
    Object value = values.get(name);
    if (value == null) {
      throw new JSONException("No value for " + name);
    }
    return value;
  }

  public Object opt(String name) {
    return values.get(name);
  }

  public boolean getBoolean(String name) throws JSONException {
    return Coercion.getBoolean(get(name), name);
  }

  public boolean optBoolean(String name) {
    return optBoolean(name, false);
  }

  public boolean optBoolean(String name, boolean fallback) {
    return Coercion.optBoolean(opt(name), fallback);
  }

  public double getDouble(String name) throws JSONException {
    return Coercion.getDouble(get(name), name);
  }

  public double optDouble(String name) {
    return optDouble(name, Double.NaN);
  }

  public double optDouble(String name, double fallback) {
    return Coercion.optDouble(opt(name), fallback);
  }

  public int getInt(String name) throws JSONException {
    return Coercion.getInt(get(name), name);
  }

  public int optInt(String name) {
    return optInt(name, 0);
  }

  public int optInt(String name, int fallback) {
    return Coercion.optInt(opt(name), fallback);
  }

  public long getLong(String name) throws JSONException {
    return Coercion.getLong(get(name), name);
  }

  public long optLong(String name) {
    return optLong(name, 0);
  }

  public long optLong(String name, long fallback) {
    return Coercion.optLong(opt(name), fallback);
  }

  public String getString(String name) throws JSONException {
    return Coercion.getString(get(name), name);
  }

  public String optString(String name) {
    return optString(name, "");
  }

  public String optString(String name, String fallback) {
    return Coercion.optString(opt(name), fallback);
  }

  public JSONArray getJSONArray(String name) throws JSONException {
    return Coercion.getJSONArray(get(name), name);
  }

  public JSONArray optJSONArray(String name) {
    return opt(name) instanceof JSONArray array ? array : null;
  }

  public JSONObject getJSONObject(String name) throws JSONException {
    return Coercion.getJSONObject(get(name), name);
  }

  public JSONObject optJSONObject(String name) {
    return opt(name) instanceof JSONObject object ? object : null;
  }

  /** The values of these names, null for those that are not there. */
  public JSONArray toJSONArray(JSONArray names) throws JSONException {
    if (names == null || names.length() == 0) {
      return null;
    }
    var result = new JSONArray();
    for (int i = 0; i < names.length(); i++) {
      result.put(opt(Coercion.toString(names.opt(i))));
    }
    return result;
  }

  public Iterator<String> keys() {
    return values.keySet().iterator();
  }

  public Set<String> keySet() {
    return values.keySet();
  }

  /** The names, or null for none. */
  public JSONArray names() {
    return values.isEmpty() ? null : new JSONArray(new ArrayList<>(values.keySet()));
  }

  @Override
  @SuppressWarnings("ToStringReturnsNull") // As Android does.
  public String toString() {
    try {
      var stringer = new JSONStringer();
      writeTo(stringer);
      return stringer.toString();
    } catch (JSONException e) {
      return null;
    }
  }

  /** The text on several lines. */
  public String toString(int indentSpaces) throws JSONException {
    var stringer = new JSONStringer(indentSpaces);
    writeTo(stringer);
    return stringer.toString();
  }

  void writeTo(JSONStringer stringer) throws JSONException {
    stringer.object();
    for (Map.Entry<String, Object> entry : values.entrySet()) {
      stringer.key(entry.getKey()).value(entry.getValue());
    }
    stringer.endObject();
  }

  /** The number without a fraction if it has none. */
  public static String numberToString(Number number) throws JSONException {
    if (number == null) {
      throw new JSONException("Number must be non-null");
    }
    double value = number.doubleValue();
    Coercion.checkDouble(value);
    if (number.equals(-0d)) {
      return "-0";
    }
    long whole = number.longValue();
    return value == (double) whole ? Long.toString(whole) : number.toString();
  }

  /** The text as a JSON string. */
  public static String quote(String data) {
    return data == null ? "\"\"" : new JSONStringer().string(data).toString();
  }

  /** The object as a JSON value; null when it is none. */
  public static Object wrap(Object o) {
    try {
      return switch (o) {
        case null -> NULL;
        case JSONArray array -> array;
        case JSONObject object -> object;
        case Collection<?> collection -> new JSONArray(collection);
        case Map<?, ?> map -> new JSONObject(map);
        case Boolean _, Byte _, Character _, Double _, Float _, Integer _, Long _, Short _ -> o;
        case String _ -> o;
        default -> wrapOther(o);
      };
    } catch (JSONException | RuntimeException e) {
      return null;
    }
  }

  private static Object wrapOther(Object o) throws JSONException {
    if (o.equals(NULL)) {
      return o;
    }
    if (o.getClass().isArray()) {
      return new JSONArray(o);
    }
    return o.getClass().getPackageName().startsWith("java.") ? o.toString() : null;
  }
}
