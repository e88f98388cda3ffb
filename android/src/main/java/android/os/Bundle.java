package android.os;

import android.util.SparseArray;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.ArrayList;

/** Values of many types by name. */
@SuppressWarnings("NonApiType")
public final class Bundle extends BaseBundle implements Cloneable, Parcelable {
  public static final Bundle EMPTY = new Bundle();

  public static final Creator<Bundle> CREATOR =
      new Creator<>() {
        @Override
        public Bundle createFromParcel(Parcel in) {
          return in.readBundle();
        }

        @Override
        public Bundle[] newArray(int size) {
          return new Bundle[size];
        }
      };

  private ClassLoader classLoader;

  public Bundle() {}

  public Bundle(ClassLoader loader) {
    classLoader = loader;
  }

  public Bundle(int capacity) {
    values().ensureCapacity(capacity);
  }

  /** A copy with the same values. */
  public Bundle(Bundle b) {
    values().putAll(b.values());
    classLoader = b.classLoader;
  }

  public void setClassLoader(ClassLoader loader) {
    classLoader = loader;
  }

  public ClassLoader getClassLoader() {
    return classLoader != null ? classLoader : getClass().getClassLoader();
  }

  @Override
  public Object clone() {
    return new Bundle(this);
  }

  /** A copy with copies of bundles and arrays in it. */
  public Bundle deepCopy() {
    var copy = new Bundle(classLoader);
    values().forEach((key, value) -> copy.putValue(key, deepCopy(value)));
    return copy;
  }

  private static Object deepCopy(Object value) {
    if (value instanceof Bundle bundle) {
      return bundle.deepCopy();
    }
    if (value instanceof ArrayList<?> list) {
      var copy = new ArrayList<Object>(list.size());
      list.forEach(element -> copy.add(deepCopy(element)));
      return copy;
    }
    if (value != null && value.getClass().isArray()) {
      int length = Array.getLength(value);
      Object copy = Array.newInstance(value.getClass().getComponentType(), length);
      System.arraycopy(value, 0, copy, 0, length);
      return copy;
    }
    return value;
  }

  public void putAll(Bundle bundle) {
    values().putAll(bundle.values());
  }

  public boolean hasFileDescriptors() {
    return false;
  }

  public void putByte(String key, byte value) {
    putValue(key, value);
  }

  public void putChar(String key, char value) {
    putValue(key, value);
  }

  public void putShort(String key, short value) {
    putValue(key, value);
  }

  public void putFloat(String key, float value) {
    putValue(key, value);
  }

  public void putCharSequence(String key, CharSequence value) {
    putValue(key, value);
  }

  public void putBundle(String key, Bundle value) {
    putValue(key, value);
  }

  public void putParcelable(String key, Parcelable value) {
    putValue(key, value);
  }

  public void putParcelableArray(String key, Parcelable[] value) {
    putValue(key, value);
  }

  public void putSerializable(String key, Serializable value) {
    putValue(key, value);
  }

  public void putParcelableArrayList(String key, ArrayList<? extends Parcelable> value) {
    putValue(key, value);
  }

  public void putSparseParcelableArray(String key, SparseArray<? extends Parcelable> value) {
    putValue(key, value);
  }

  public void putIntegerArrayList(String key, ArrayList<Integer> value) {
    putValue(key, value);
  }

  public void putStringArrayList(String key, ArrayList<String> value) {
    putValue(key, value);
  }

  public void putCharSequenceArrayList(String key, ArrayList<CharSequence> value) {
    putValue(key, value);
  }

  public void putByteArray(String key, byte[] value) {
    putValue(key, value);
  }

  public void putShortArray(String key, short[] value) {
    putValue(key, value);
  }

  public void putCharArray(String key, char[] value) {
    putValue(key, value);
  }

  public void putFloatArray(String key, float[] value) {
    putValue(key, value);
  }

  public void putCharSequenceArray(String key, CharSequence[] value) {
    putValue(key, value);
  }

  public byte getByte(String key) {
    return getByte(key, (byte) 0);
  }

  public Byte getByte(String key, byte defaultValue) {
    Byte value = value(key, Byte.class);
    return value == null ? (Byte) defaultValue : value;
  }

  public char getChar(String key) {
    return getChar(key, (char) 0);
  }

  public char getChar(String key, char defaultValue) {
    Character value = value(key, Character.class);
    return value == null ? defaultValue : value;
  }

  public short getShort(String key) {
    return getShort(key, (short) 0);
  }

  public short getShort(String key, short defaultValue) {
    Short value = value(key, Short.class);
    return value == null ? defaultValue : value;
  }

  public float getFloat(String key) {
    return getFloat(key, 0f);
  }

  public float getFloat(String key, float defaultValue) {
    Float value = value(key, Float.class);
    return value == null ? defaultValue : value;
  }

  public byte[] getByteArray(String key) {
    return value(key, byte[].class);
  }

  public short[] getShortArray(String key) {
    return value(key, short[].class);
  }

  public char[] getCharArray(String key) {
    return value(key, char[].class);
  }

  public float[] getFloatArray(String key) {
    return value(key, float[].class);
  }

  public CharSequence[] getCharSequenceArray(String key) {
    return value(key, CharSequence[].class);
  }

  public CharSequence getCharSequence(String key) {
    return value(key, CharSequence.class);
  }

  public CharSequence getCharSequence(String key, CharSequence defaultValue) {
    CharSequence value = getCharSequence(key);
    return value == null ? defaultValue : value;
  }

  public Bundle getBundle(String key) {
    return value(key, Bundle.class);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends Parcelable> T getParcelable(String key) {
    return (T) value(key, Parcelable.class);
  }

  public <T> T getParcelable(String key, Class<T> clazz) {
    return value(key, clazz);
  }

  public Parcelable[] getParcelableArray(String key) {
    return value(key, Parcelable[].class);
  }

  @SuppressWarnings("unchecked")
  public <T> T[] getParcelableArray(String key, Class<T> clazz) {
    return (T[]) value(key, clazz.arrayType());
  }

  @SuppressWarnings("unchecked")
  public <T extends Parcelable> ArrayList<T> getParcelableArrayList(String key) {
    return value(key, ArrayList.class);
  }

  @SuppressWarnings("unchecked")
  public <T> ArrayList<T> getParcelableArrayList(String key, Class<? extends T> clazz) {
    return value(key, ArrayList.class);
  }

  @SuppressWarnings("unchecked")
  public <T extends Parcelable> SparseArray<T> getSparseParcelableArray(String key) {
    return value(key, SparseArray.class);
  }

  @SuppressWarnings("unchecked")
  public <T> SparseArray<T> getSparseParcelableArray(String key, Class<? extends T> clazz) {
    return value(key, SparseArray.class);
  }

  public Serializable getSerializable(String key) {
    return value(key, Serializable.class);
  }

  public <T extends Serializable> T getSerializable(String key, Class<T> clazz) {
    return value(key, clazz);
  }

  @SuppressWarnings("unchecked")
  public ArrayList<Integer> getIntegerArrayList(String key) {
    return value(key, ArrayList.class);
  }

  @SuppressWarnings("unchecked")
  public ArrayList<String> getStringArrayList(String key) {
    return value(key, ArrayList.class);
  }

  @SuppressWarnings("unchecked")
  public ArrayList<CharSequence> getCharSequenceArrayList(String key) {
    return value(key, ArrayList.class);
  }

  @Override
  public int describeContents() {
    return 0;
  }

  @Override
  public void writeToParcel(Parcel parcel, int flags) {
    parcel.writeBundle(this);
  }

  public void readFromParcel(Parcel parcel) {
    clear();
    Bundle read = parcel.readBundle();
    if (read != null) {
      putAll(read);
    }
  }
}
