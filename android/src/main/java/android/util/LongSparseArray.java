package android.util;

import java.util.Arrays;

/** A map from longs to objects in two arrays, sorted by key. */
public class LongSparseArray<E> implements Cloneable {
  private long[] keys;
  private Object[] values;
  private int size;

  public LongSparseArray() {
    this(10);
  }

  public LongSparseArray(int initialCapacity) {
    keys = new long[initialCapacity];
    values = new Object[initialCapacity];
  }

  @Override
  @SuppressWarnings("unchecked")
  public LongSparseArray<E> clone() {
    try {
      var copy = (LongSparseArray<E>) super.clone();
      copy.keys = keys.clone();
      copy.values = values.clone();
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  public E get(long key) {
    return get(key, null);
  }

  @SuppressWarnings("unchecked")
  public E get(long key, E valueIfKeyNotFound) {
    int index = indexOfKey(key);
    return index < 0 ? valueIfKeyNotFound : (E) values[index];
  }

  public void delete(long key) {
    int index = indexOfKey(key);
    if (index >= 0) {
      removeAt(index);
    }
  }

  public void remove(long key) {
    delete(key);
  }

  public void removeAt(int index) {
    SortedArrays.checkIndex(index, size);
    SortedArrays.remove(keys, size, index);
    SortedArrays.remove(values, size, index);
    values[--size] = null;
  }

  public void put(long key, E value) {
    int index = indexOfKey(key);
    if (index >= 0) {
      values[index] = value;
    } else {
      insert(~index, key, value);
    }
  }

  /** As {@link #put}, quicker where the key is greater than all others. */
  public void append(long key, E value) {
    if (size != 0 && key <= keys[size - 1]) {
      put(key, value);
    } else {
      insert(size, key, value);
    }
  }

  private void insert(int index, long key, E value) {
    keys = SortedArrays.insert(keys, size, index);
    values = SortedArrays.insert(values, size, index);
    keys[index] = key;
    values[index] = value;
    size++;
  }

  public int size() {
    return size;
  }

  public long keyAt(int index) {
    SortedArrays.checkIndex(index, size);
    return keys[index];
  }

  @SuppressWarnings("unchecked")
  public E valueAt(int index) {
    SortedArrays.checkIndex(index, size);
    return (E) values[index];
  }

  public void setValueAt(int index, E value) {
    SortedArrays.checkIndex(index, size);
    values[index] = value;
  }

  /** Where the key is, or the complement of where it would be. */
  public int indexOfKey(long key) {
    return Arrays.binarySearch(keys, 0, size, key);
  }

  /** Where a mapping to this very object is, or -1. */
  @SuppressWarnings("ReferenceEquality")
  public int indexOfValue(E value) {
    for (int i = 0; i < size; i++) {
      if (values[i] == value) {
        return i;
      }
    }
    return -1;
  }

  public void clear() {
    Arrays.fill(values, 0, size, null);
    size = 0;
  }

  @Override
  @SuppressWarnings("ReferenceEquality")
  public String toString() {
    var text = new StringBuilder("{");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(keys[i]).append('=');
      text.append(values[i] == this ? "(this Map)" : values[i]);
    }
    return text.append('}').toString();
  }
}
