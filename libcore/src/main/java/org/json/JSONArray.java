package org.json;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Values in order. */
public class JSONArray {
  private final List<Object> values;

  public JSONArray() {
    values = new ArrayList<>();
  }

  /** An array of the values, wrapped. */
  public JSONArray(Collection<?> copyFrom) {
    this();
    if (copyFrom != null) {
      copyFrom.forEach(each -> values.add(JSONObject.wrap(each)));
    }
  }

  /** Reads an array. */
  public JSONArray(JSONTokener readFrom) throws JSONException {
    Object read = readFrom.nextValue();
    if (!(read instanceof JSONArray array)) {
      throw Coercion.mismatch(read, "JSONArray");
    }
    values = array.values;
  }

  public JSONArray(String json) throws JSONException {
    this(new JSONTokener(json));
  }

  /** An array of the values of a Java array, wrapped. */
  public JSONArray(Object array) throws JSONException {
    this();
    if (!array.getClass().isArray()) {
      throw new JSONException("Not a primitive array: " + array.getClass());
    }
    for (int i = 0; i < Array.getLength(array); i++) {
      values.add(JSONObject.wrap(Array.get(array, i)));
    }
  }

  public int length() {
    return values.size();
  }

  public JSONArray put(boolean value) {
    values.add(value);
    return this;
  }

  public JSONArray put(double value) throws JSONException {
    values.add(Coercion.checkDouble(value));
    return this;
  }

  public JSONArray put(int value) {
    values.add(value);
    return this;
  }

  public JSONArray put(long value) {
    values.add(value);
    return this;
  }

  public JSONArray put(Object value) {
    values.add(value);
    return this;
  }

  void checkedPut(Object value) throws JSONException {
    Coercion.checkNumber(value);
    put(value);
  }

  public JSONArray put(int index, boolean value) throws JSONException {
    return put(index, (Boolean) value);
  }

  public JSONArray put(int index, double value) throws JSONException {
    return put(index, (Double) value);
  }

  public JSONArray put(int index, int value) throws JSONException {
    return put(index, (Integer) value);
  }

  public JSONArray put(int index, long value) throws JSONException {
    return put(index, (Long) value);
  }

  /** Sets a value, with nulls before it where there are too few. */
  public JSONArray put(int index, Object value) throws JSONException {
    Coercion.checkNumber(value);
    while (values.size() <= index) {
      values.add(null);
    }
    values.set(index, value);
    return this;
  }

  /** Whether there is no value, or NULL. */
  public boolean isNull(int index) {
    Object value = opt(index);
    return value == null || value.equals(JSONObject.NULL);
  }

  public Object get(int index) throws JSONException {
    if (index < 0 || index >= values.size()) {
      throw new JSONException(
          "Index " + index + " out of range [0.." + values.size() + ")",
          new IndexOutOfBoundsException(index));
    }
    Object value = values.get(index);
    if (value == null) {
      throw new JSONException("Value at " + index + " is null.");
    }
    return value;
  }

  public Object opt(int index) {
    return index < 0 || index >= values.size() ? null : values.get(index);
  }

  public Object remove(int index) {
    return index < 0 || index >= values.size() ? null : values.remove(index);
  }

  public boolean getBoolean(int index) throws JSONException {
    return Coercion.getBoolean(get(index), index);
  }

  public boolean optBoolean(int index) {
    return optBoolean(index, false);
  }

  public boolean optBoolean(int index, boolean fallback) {
    return Coercion.optBoolean(opt(index), fallback);
  }

  public double getDouble(int index) throws JSONException {
    return Coercion.getDouble(get(index), index);
  }

  public double optDouble(int index) {
    return optDouble(index, Double.NaN);
  }

  public double optDouble(int index, double fallback) {
    return Coercion.optDouble(opt(index), fallback);
  }

  public int getInt(int index) throws JSONException {
    return Coercion.getInt(get(index), index);
  }

  public int optInt(int index) {
    return optInt(index, 0);
  }

  public int optInt(int index, int fallback) {
    return Coercion.optInt(opt(index), fallback);
  }

  public long getLong(int index) throws JSONException {
    return Coercion.getLong(get(index), index);
  }

  public long optLong(int index) {
    return optLong(index, 0);
  }

  public long optLong(int index, long fallback) {
    return Coercion.optLong(opt(index), fallback);
  }

  public String getString(int index) throws JSONException {
    return Coercion.getString(get(index), index);
  }

  public String optString(int index) {
    return optString(index, "");
  }

  public String optString(int index, String fallback) {
    return Coercion.optString(opt(index), fallback);
  }

  public JSONArray getJSONArray(int index) throws JSONException {
    return Coercion.getJSONArray(get(index), index);
  }

  public JSONArray optJSONArray(int index) {
    return opt(index) instanceof JSONArray array ? array : null;
  }

  public JSONObject getJSONObject(int index) throws JSONException {
    return Coercion.getJSONObject(get(index), index);
  }

  public JSONObject optJSONObject(int index) {
    return opt(index) instanceof JSONObject object ? object : null;
  }

  /** An object of these names and this array's values; null for none. */
  public JSONObject toJSONObject(JSONArray names) throws JSONException {
    int length = Math.min(names.length(), values.size());
    if (length == 0) {
      return null;
    }
    var result = new JSONObject();
    for (int i = 0; i < length; i++) {
      result.put(Coercion.toString(names.opt(i)), opt(i));
    }
    return result;
  }

  /** The values as JSON, with a separator between them. */
  public String join(String separator) throws JSONException {
    var text = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      text.append(i == 0 ? "" : separator).append(new JSONStringer().single(values.get(i)));
    }
    return text.toString();
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
    stringer.array();
    for (Object value : values) {
      stringer.value(value);
    }
    stringer.endArray();
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof JSONArray array && array.values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }
}
