package android.util;

import java.util.Arrays;
import java.util.Objects;

/** A map from ints to objects in two arrays, sorted by key. */
public class SparseArray<E> implements Cloneable {
  private int[] keys;
  private Object[] values;
  private int size;

  public SparseArray() {
    this(10);
  }

  public SparseArray(int initialCapacity) {
    keys = new int[initialCapacity];
    values = new Object[initialCapacity];
  }

  @Override
  @SuppressWarnings("unchecked")
  public SparseArray<E> clone() {
    try {
      var copy = (SparseArray<E>) super.clone();
      copy.keys = keys.clone();
      copy.values = values.clone();
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  public boolean contains(int key) {
    return indexOfKey(key) >= 0;
  }

  public E get(int key) {
    return get(key, null);
  }

  @SuppressWarnings("unchecked")
  public E get(int key, E valueIfKeyNotFound) {
    int index = indexOfKey(key);
    return index < 0 ? valueIfKeyNotFound : (E) values[index];
  }

  public void delete(int key) {
    int index = indexOfKey(key);
    if (index >= 0) {
      removeAtRange(index, 1);
    }
  }

  public void remove(int key) {
    delete(key);
  }

  public void removeAt(int index) {
    SortedArrays.checkIndex(index, size);
    removeAtRange(index, 1);
  }

  /** Takes out {@code count} mappings from {@code index} on, or as many as there are. */
  public void removeAtRange(int index, int count) {
    int end = Math.min(size, index + count);
    if (end <= index) {
      return;
    }
    System.arraycopy(keys, end, keys, index, size - end);
    System.arraycopy(values, end, values, index, size - end);
    int left = size - (end - index);
    Arrays.fill(values, left, size, null);
    size = left;
  }

  public void set(int key, E value) {
    put(key, value);
  }

  public void put(int key, E value) {
    int index = indexOfKey(key);
    if (index >= 0) {
      values[index] = value;
    } else {
      insert(~index, key, value);
    }
  }

  /** As {@link #put}, quicker where the key is greater than all others. */
  public void append(int key, E value) {
    if (size != 0 && key <= keys[size - 1]) {
      put(key, value);
    } else {
      insert(size, key, value);
    }
  }

  private void insert(int index, int key, E value) {
    keys = SortedArrays.insert(keys, size, index);
    values = SortedArrays.insert(values, size, index);
    keys[index] = key;
    values[index] = value;
    size++;
  }

  public int size() {
    return size;
  }

  public int keyAt(int index) {
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
  public int indexOfKey(int key) {
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

  /** Whether both have equal keys and values. */
  public boolean contentEquals(SparseArray<?> other) {
    return other != null
        && size == other.size
        && Arrays.equals(keys, 0, size, other.keys, 0, size)
        && Arrays.equals(values, 0, size, other.values, 0, size);
  }

  public int contentHashCode() {
    int hash = 0;
    for (int i = 0; i < size; i++) {
      hash = 31 * hash + keys[i];
      hash = 31 * hash + Objects.hashCode(values[i]);
    }
    return hash;
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
