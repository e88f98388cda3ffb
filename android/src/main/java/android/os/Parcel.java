package android.os;

import android.util.ArrayMap;
import android.util.SparseArray;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Values one behind the other, in multiples of four bytes. It stays in this process: it takes no
 * binders and no file descriptors.
 */
@SuppressWarnings({"NonApiType", "EnumOrdinal"})
public final class Parcel {
  private static final int NULL = -1;

  private ByteBuffer data = ByteBuffer.allocate(64).order(ByteOrder.nativeOrder());
  private int size;

  private Parcel() {}

  public static Parcel obtain() {
    return new Parcel();
  }

  public void recycle() {
    size = 0;
    data.position(0);
  }

  public int dataSize() {
    return size;
  }

  public int dataAvail() {
    return size - data.position();
  }

  public int dataPosition() {
    return data.position();
  }

  public int dataCapacity() {
    return data.capacity();
  }

  public void setDataPosition(int pos) {
    if (pos < 0 || pos > size) {
      throw new IllegalArgumentException("position " + pos + " of " + size);
    }
    data.position(pos);
  }

  public void setDataSize(int size) {
    int position = data.position();
    data.position(0);
    reserve(size);
    this.size = size;
    data.position(Math.min(position, size));
  }

  public void setDataCapacity(int size) {
    if (size > data.capacity()) {
      int position = data.position();
      data =
          ByteBuffer.wrap(Arrays.copyOf(data.array(), size))
              .order(ByteOrder.nativeOrder())
              .position(position);
    }
  }

  /** All the data as bytes. */
  public byte[] marshall() {
    return Arrays.copyOf(data.array(), size);
  }

  public void unmarshall(byte[] bytes, int offset, int length) {
    recycle();
    reserve(length);
    data.put(bytes, offset, length);
    size = length;
  }

  public void appendFrom(Parcel parcel, int offset, int length) {
    reserve(length);
    data.put(parcel.data.array(), offset, length);
    wrote();
  }

  public boolean hasFileDescriptors() {
    return false;
  }

  private void reserve(int bytes) {
    if (data.capacity() - data.position() < bytes) {
      setDataCapacity(Math.max(2 * data.capacity(), data.position() + bytes));
    }
  }

  private void wrote() {
    size = Math.max(size, data.position());
  }

  /** Whether so many bytes are left; reading beyond the end gives zero and null. */
  private boolean has(int bytes) {
    return dataAvail() >= bytes;
  }

  public void writeInt(int val) {
    reserve(4);
    data.putInt(val);
    wrote();
  }

  public int readInt() {
    return has(4) ? data.getInt() : 0;
  }

  public void writeLong(long val) {
    reserve(8);
    data.putLong(val);
    wrote();
  }

  public long readLong() {
    return has(8) ? data.getLong() : 0;
  }

  public void writeFloat(float val) {
    writeInt(Float.floatToIntBits(val));
  }

  public float readFloat() {
    return Float.intBitsToFloat(readInt());
  }

  public void writeDouble(double val) {
    writeLong(Double.doubleToLongBits(val));
  }

  public double readDouble() {
    return Double.longBitsToDouble(readLong());
  }

  public void writeByte(byte val) {
    writeInt(val);
  }

  public byte readByte() {
    return (byte) readInt();
  }

  public void writeBoolean(boolean val) {
    writeInt(val ? 1 : 0);
  }

  public boolean readBoolean() {
    return readInt() != 0;
  }

  /** Characters of 16 bits behind their number, and a zero. */
  public void writeString(String val) {
    if (val == null) {
      writeInt(NULL);
      return;
    }
    writeInt(val.length());
    int bytes = padded(2 * (val.length() + 1));
    reserve(bytes);
    int end = data.position() + bytes;
    for (int i = 0; i < val.length(); i++) {
      data.putChar(val.charAt(i));
    }
    while (data.position() < end) {
      data.put((byte) 0);
    }
    wrote();
  }

  public String readString() {
    int length = readInt();
    if (length < 0 || length > dataAvail() / 2 - 1) {
      return null;
    }
    int end = data.position() + padded(2 * (length + 1));
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = data.getChar();
    }
    data.position(Math.min(end, size));
    return new String(text);
  }

  private static int padded(int bytes) {
    return (bytes + 3) & ~3;
  }

  public void writeByteArray(byte[] b) {
    writeByteArray(b, 0, b == null ? 0 : b.length);
  }

  public void writeByteArray(byte[] b, int offset, int len) {
    if (b == null) {
      writeInt(NULL);
      return;
    }
    writeInt(len);
    reserve(padded(len));
    int end = data.position() + padded(len);
    data.put(b, offset, len);
    while (data.position() < end) {
      data.put((byte) 0);
    }
    wrote();
  }

  public byte[] createByteArray() {
    int length = readInt();
    if (length < 0 || length > dataAvail()) {
      return null;
    }
    byte[] bytes = new byte[length];
    int end = data.position() + padded(length);
    data.get(bytes);
    data.position(Math.min(end, size));
    return bytes;
  }

  public void readByteArray(byte[] val) {
    byte[] read = createByteArray();
    if (read == null || read.length != val.length) {
      throw new RuntimeException("bad array lengths");
    }
    System.arraycopy(read, 0, val, 0, val.length);
  }

  /** The number of elements to come; NULL for a null, and when there cannot be so many. */
  private int readCount(int leastBytes) {
    int count = readInt();
    return count < 0 || count > dataAvail() / leastBytes ? NULL : count;
  }

  public void writeIntArray(int[] val) {
    writeInt(val == null ? NULL : val.length);
    for (int i = 0; val != null && i < val.length; i++) {
      writeInt(val[i]);
    }
  }

  public int[] createIntArray() {
    int count = readCount(4);
    int[] values = count == NULL ? null : new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = readInt();
    }
    return values;
  }

  public void writeLongArray(long[] val) {
    writeInt(val == null ? NULL : val.length);
    for (int i = 0; val != null && i < val.length; i++) {
      writeLong(val[i]);
    }
  }

  public long[] createLongArray() {
    int count = readCount(8);
    long[] values = count == NULL ? null : new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = readLong();
    }
    return values;
  }

  public void writeDoubleArray(double[] val) {
    writeInt(val == null ? NULL : val.length);
    for (int i = 0; val != null && i < val.length; i++) {
      writeDouble(val[i]);
    }
  }

  public double[] createDoubleArray() {
    int count = readCount(8);
    double[] values = count == NULL ? null : new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = readDouble();
    }
    return values;
  }

  public void writeBooleanArray(boolean[] val) {
    writeInt(val == null ? NULL : val.length);
    for (int i = 0; val != null && i < val.length; i++) {
      writeBoolean(val[i]);
    }
  }

  public boolean[] createBooleanArray() {
    int count = readCount(4);
    boolean[] values = count == NULL ? null : new boolean[count];
    for (int i = 0; i < count; i++) {
      values[i] = readBoolean();
    }
    return values;
  }

  public void writeStringArray(String[] val) {
    writeStringList(val == null ? null : Arrays.asList(val));
  }

  public String[] createStringArray() {
    List<String> list = createStringArrayList();
    return list == null ? null : list.toArray(String[]::new);
  }

  public void writeStringList(List<String> val) {
    writeInt(val == null ? NULL : val.size());
    if (val != null) {
      val.forEach(this::writeString);
    }
  }

  public ArrayList<String> createStringArrayList() {
    int count = readCount(4);
    ArrayList<String> list = count == NULL ? null : new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(readString());
    }
    return list;
  }

  public <T extends Parcelable> void writeTypedObject(T val, int parcelableFlags) {
    writeInt(val == null ? 0 : 1);
    if (val != null) {
      val.writeToParcel(this, parcelableFlags);
    }
  }

  public <T> T readTypedObject(Parcelable.Creator<T> c) {
    return readInt() == 0 ? null : c.createFromParcel(this);
  }

  public <T extends Parcelable> void writeTypedList(List<T> val) {
    writeInt(val == null ? NULL : val.size());
    if (val != null) {
      val.forEach(each -> writeTypedObject(each, 0));
    }
  }

  public <T> ArrayList<T> createTypedArrayList(Parcelable.Creator<T> c) {
    int count = readCount(4);
    ArrayList<T> list = count == NULL ? null : new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(readTypedObject(c));
    }
    return list;
  }

  /** Writes the class's name, and what the parcelable writes. */
  public void writeParcelable(Parcelable p, int parcelableFlags) {
    writeString(p == null ? null : p.getClass().getName());
    if (p != null) {
      p.writeToParcel(this, parcelableFlags);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends Parcelable> T readParcelable(ClassLoader loader) {
    String name = readString();
    return name == null ? null : (T) creator(name, loader).createFromParcel(this);
  }

  public <T> T readParcelable(ClassLoader loader, Class<T> clazz) {
    Parcelable read = readParcelable(loader);
    if (read != null && !clazz.isInstance(read)) {
      throw new BadParcelableException(
          "Parcelable creator " + read.getClass() + " is not a " + clazz);
    }
    return clazz.cast(read);
  }

  private static Parcelable.Creator<?> creator(String name, ClassLoader loader) {
    try {
      ClassLoader from = loader == null ? Parcel.class.getClassLoader() : loader;
      Class<?> found = Class.forName(name, false, from);
      if (!Parcelable.class.isAssignableFrom(found)) {
        throw new BadParcelableException(
            "Parcelable protocol requires that the class implements"
                + " Parcelable on class "
                + name);
      }
      var field = found.getField("CREATOR");
      if (Modifier.isStatic(field.getModifiers())
          && field.get(null) instanceof Parcelable.Creator<?> creator) {
        return creator;
      }
    } catch (ReflectiveOperationException e) {
      throw new BadParcelableException(e);
    }
    throw new BadParcelableException(
        "Parcelable protocol requires a static CREATOR field on class " + name);
  }

  public void writeSerializable(Serializable s) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(s);
    } catch (IOException e) {
      throw new RuntimeException(
          "Parcelable encountered IOException writing serializable object", e);
    }
    writeByteArray(bytes.toByteArray());
  }

  public Serializable readSerializable() {
    return readSerializable(null);
  }

  private Serializable readSerializable(ClassLoader loader) {
    byte[] bytes = createByteArray();
    if (bytes == null) {
      return null;
    }
    try (var in = new LoaderObjectInputStream(new ByteArrayInputStream(bytes), loader)) {
      return (Serializable) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new BadParcelableException(e);
    }
  }

  /** Finds classes by a loader. */
  private static final class LoaderObjectInputStream extends ObjectInputStream {
    private final ClassLoader loader;

    LoaderObjectInputStream(InputStream in, ClassLoader loader) throws IOException {
      super(in);
      this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass type)
        throws IOException, ClassNotFoundException {
      return loader == null
          ? super.resolveClass(type)
          : Class.forName(type.getName(), false, loader);
    }
  }

  public void writeBundle(Bundle val) {
    if (val == null) {
      writeInt(NULL);
    } else {
      writeEntries(val.values());
    }
  }

  public Bundle readBundle() {
    return readBundle(null);
  }

  public Bundle readBundle(ClassLoader loader) {
    ArrayMap<String, Object> entries = readEntries(loader);
    if (entries == null) {
      return null;
    }
    var bundle = new Bundle(loader);
    bundle.values().putAll(entries);
    return bundle;
  }

  private void writeEntries(Map<?, ?> map) {
    writeInt(map.size());
    map.forEach((key, value) -> {
      writeString((String) key);
      writeValue(value);
    });
  }

  private ArrayMap<String, Object> readEntries(ClassLoader loader) {
    int count = readCount(8);
    if (count == NULL) {
      return null;
    }
    var entries = new ArrayMap<String, Object>(count);
    for (int i = 0; i < count; i++) {
      entries.put(readString(), readValue(loader));
    }
    return entries;
  }

  public void writeMap(Map<?, ?> val) {
    if (val == null) {
      writeInt(NULL);
    } else {
      writeEntries(val);
    }
  }

  public void readMap(Map<? super String, Object> outVal, ClassLoader loader) {
    ArrayMap<String, Object> entries = readEntries(loader);
    if (entries != null) {
      outVal.putAll((Map<String, Object>) entries);
    }
  }

  public HashMap<String, Object> readHashMap(ClassLoader loader) {
    ArrayMap<String, Object> entries = readEntries(loader);
    return entries == null ? null : new HashMap<>(entries);
  }

  public void writeList(List<?> val) {
    writeInt(val == null ? NULL : val.size());
    if (val != null) {
      val.forEach(this::writeValue);
    }
  }

  public ArrayList<Object> readArrayList(ClassLoader loader) {
    int count = readCount(4);
    ArrayList<Object> list = count == NULL ? null : new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(readValue(loader));
    }
    return list;
  }

  /** Writes a value behind its type's number. */
  public void writeValue(Object v) {
    switch (v) {
      case null -> writeInt(ParcelType.NULL.ordinal());
      case String value -> type(ParcelType.STRING).writeString(value);
      case Integer value -> type(ParcelType.INTEGER).writeInt(value);
      case Long value -> type(ParcelType.LONG).writeLong(value);
      case Float value -> type(ParcelType.FLOAT).writeFloat(value);
      case Double value -> type(ParcelType.DOUBLE).writeDouble(value);
      case Boolean value -> type(ParcelType.BOOLEAN).writeBoolean(value);
      case Byte value -> type(ParcelType.BYTE).writeByte(value);
      case Short value -> type(ParcelType.SHORT).writeInt(value);
      case Character value -> type(ParcelType.CHARACTER).writeInt(value);
      case byte[] value -> type(ParcelType.BYTES).writeByteArray(value);
      case int[] value -> type(ParcelType.INTS).writeIntArray(value);
      case long[] value -> type(ParcelType.LONGS).writeLongArray(value);
      case double[] value -> type(ParcelType.DOUBLES).writeDoubleArray(value);
      case boolean[] value -> type(ParcelType.BOOLEANS).writeBooleanArray(value);
      case String[] value -> type(ParcelType.STRINGS).writeStringArray(value);
      case Bundle value -> type(ParcelType.BUNDLE).writeBundle(value);
      case Parcelable value -> type(ParcelType.PARCELABLE).writeParcelable(value, 0);
      case SparseArray<?> value -> type(ParcelType.SPARSE_ARRAY).writeSparseArray(value);
      case Map<?, ?> value -> type(ParcelType.MAP).writeMap(value);
      case List<?> value -> type(ParcelType.LIST).writeList(value);
      case Serializable value -> type(ParcelType.SERIALIZABLE).writeSerializable(value);
      default -> throw new RuntimeException("Parcel: unable to marshal value " + v);
    }
  }

  private Parcel type(ParcelType type) {
    writeInt(type.ordinal());
    return this;
  }

  public Object readValue(ClassLoader loader) {
    int number = readInt();
    if (number < 0 || number >= ParcelType.values().length) {
      throw new BadParcelableException("Parcel: unknown type code " + number);
    }
    return switch (ParcelType.values()[number]) {
      case NULL -> null;
      case STRING -> readString();
      case INTEGER -> readInt();
      case LONG -> readLong();
      case FLOAT -> readFloat();
      case DOUBLE -> readDouble();
      case BOOLEAN -> readBoolean();
      case BYTE -> readByte();
      case SHORT -> (short) readInt();
      case CHARACTER -> (char) readInt();
      case BYTES -> createByteArray();
      case INTS -> createIntArray();
      case LONGS -> createLongArray();
      case DOUBLES -> createDoubleArray();
      case BOOLEANS -> createBooleanArray();
      case STRINGS -> createStringArray();
      case BUNDLE -> readBundle(loader);
      case PARCELABLE -> readParcelable(loader);
      case SPARSE_ARRAY -> readSparseArray(loader);
      case MAP -> readHashMap(loader);
      case LIST -> readArrayList(loader);
      case SERIALIZABLE -> readSerializable(loader);
    };
  }

  private enum ParcelType {
    NULL,
    STRING,
    INTEGER,
    LONG,
    FLOAT,
    DOUBLE,
    BOOLEAN,
    BYTE,
    SHORT,
    CHARACTER,
    BYTES,
    INTS,
    LONGS,
    DOUBLES,
    BOOLEANS,
    STRINGS,
    BUNDLE,
    PARCELABLE,
    SPARSE_ARRAY,
    MAP,
    LIST,
    SERIALIZABLE
  }

  public <T> void writeSparseArray(SparseArray<T> val) {
    writeInt(val == null ? NULL : val.size());
    for (int i = 0; val != null && i < val.size(); i++) {
      writeInt(val.keyAt(i));
      writeValue(val.valueAt(i));
    }
  }

  public SparseArray<Object> readSparseArray(ClassLoader loader) {
    int count = readCount(8);
    SparseArray<Object> array = count == NULL ? null : new SparseArray<>(count);
    for (int i = 0; i < count; i++) {
      array.append(readInt(), readValue(loader));
    }
    return array;
  }
}
