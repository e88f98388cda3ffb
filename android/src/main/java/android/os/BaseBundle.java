package android.os;

import android.util.ArrayMap;
import android.util.Log;
import java.util.Set;

/** Values by name: what {@link Bundle} and its like have in common. */
public class BaseBundle {
  private final ArrayMap<String, Object> values = new ArrayMap<>();

  BaseBundle() {}

  ArrayMap<String, Object> values() {
    return values;
  }

  void putValue(String key, Object value) {
    values.put(key, value);
  }

  /** The value; null, with a warning, when it is of another type. */
  <T> T value(String key, Class<T> type) {
    Object value = values.get(key);
    if (value == null || type.isInstance(value)) {
      return type.cast(value);
    }
    Log.w(
        "Bundle",
        "Key "
            + key
            + " expected "
            + type.getSimpleName()
            + " but value was a "
            + value.getClass().getName()
            + ".  The default value was returned.");
    return null;
  }

  public int size() {
    return values.size();
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public void clear() {
    values.clear();
  }

  public boolean containsKey(String key) {
    return values.containsKey(key);
  }

  public Object get(String key) {
    return values.get(key);
  }

  public void remove(String key) {
    values.remove(key);
  }

  public Set<String> keySet() {
    return values.keySet();
  }

  public void putString(String key, String value) {
    putValue(key, value);
  }

  public String getString(String key) {
    return value(key, String.class);
  }

  public String getString(String key, String defaultValue) {
    String value = getString(key);
    return value == null ? defaultValue : value;
  }

  public void putBoolean(String key, boolean value) {
    putValue(key, value);
  }

  public void putInt(String key, int value) {
    putValue(key, value);
  }

  public void putLong(String key, long value) {
    putValue(key, value);
  }

  public void putDouble(String key, double value) {
    putValue(key, value);
  }

  public void putBooleanArray(String key, boolean[] value) {
    putValue(key, value);
  }

  public void putIntArray(String key, int[] value) {
    putValue(key, value);
  }

  public void putLongArray(String key, long[] value) {
    putValue(key, value);
  }

  public void putDoubleArray(String key, double[] value) {
    putValue(key, value);
  }

  public void putStringArray(String key, String[] value) {
    putValue(key, value);
  }

  public boolean getBoolean(String key) {
    return getBoolean(key, false);
  }

  public boolean getBoolean(String key, boolean defaultValue) {
    Boolean value = value(key, Boolean.class);
    return value == null ? defaultValue : value;
  }

  public int getInt(String key) {
    return getInt(key, 0);
  }

  public int getInt(String key, int defaultValue) {
    Integer value = value(key, Integer.class);
    return value == null ? defaultValue : value;
  }

  public long getLong(String key) {
    return getLong(key, 0L);
  }

  public long getLong(String key, long defaultValue) {
    Long value = value(key, Long.class);
    return value == null ? defaultValue : value;
  }

  public double getDouble(String key) {
    return getDouble(key, 0.0);
  }

  public double getDouble(String key, double defaultValue) {
    Double value = value(key, Double.class);
    return value == null ? defaultValue : value;
  }

  public boolean[] getBooleanArray(String key) {
    return value(key, boolean[].class);
  }

  public int[] getIntArray(String key) {
    return value(key, int[].class);
  }

  public long[] getLongArray(String key) {
    return value(key, long[].class);
  }

  public double[] getDoubleArray(String key) {
    return value(key, double[].class);
  }

  public String[] getStringArray(String key) {
    return value(key, String[].class);
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + "[" + values + "]";
  }
}
