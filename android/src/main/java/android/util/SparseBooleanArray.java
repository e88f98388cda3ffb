package android.util;

import java.util.Arrays;

/** A map from ints to booleans in two arrays, sorted by key. */
public class SparseBooleanArray implements Cloneable {
  private int[] keys;
  private boolean[] values;
  private int size;

  public SparseBooleanArray() {
    this(10);
  }

  public SparseBooleanArray(int initialCapacity) {
    keys = new int[initialCapacity];
    values = new boolean[initialCapacity];
  }

  @Override
  public SparseBooleanArray clone() {
    try {
      var copy = (SparseBooleanArray) super.clone();
      copy.keys = keys.clone();
      copy.values = values.clone();
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  public boolean get(int key) {
    return get(key, false);
  }

  public boolean get(int key, boolean valueIfKeyNotFound) {
    int index = indexOfKey(key);
    return index < 0 ? valueIfKeyNotFound : values[index];
  }

  public void delete(int key) {
    int index = indexOfKey(key);
    if (index >= 0) {
      removeAt(index);
    }
  }

  public void removeAt(int index) {
    SortedArrays.remove(keys, size, index);
    SortedArrays.remove(values, size, index);
    size--;
  }

  public void put(int key, boolean value) {
    int index = indexOfKey(key);
    if (index >= 0) {
      values[index] = value;
    } else {
      insert(~index, key, value);
    }
  }

  /** As {@link #put}, quicker where the key is greater than all others. */
  public void append(int key, boolean value) {
    if (size != 0 && key <= keys[size - 1]) {
      put(key, value);
    } else {
      insert(size, key, value);
    }
  }

  private void insert(int index, int key, boolean value) {
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

  public boolean valueAt(int index) {
    SortedArrays.checkIndex(index, size);
    return values[index];
  }

  public void setValueAt(int index, boolean value) {
    SortedArrays.checkIndex(index, size);
    values[index] = value;
  }

  /** Changes a key; the caller keeps the keys in order. */
  public void setKeyAt(int index, int key) {
    SortedArrays.checkIndex(index, size);
    keys[index] = key;
  }

  /** Where the key is, or the complement of where it would be. */
  public int indexOfKey(int key) {
    return Arrays.binarySearch(keys, 0, size, key);
  }

  /** Where a mapping to the value is, or -1. */
  public int indexOfValue(boolean value) {
    for (int i = 0; i < size; i++) {
      if (values[i] == value) {
        return i;
      }
    }
    return -1;
  }

  public void clear() {
    size = 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseBooleanArray map
        && size == map.size
        && Arrays.equals(keys, 0, size, map.keys, 0, size)
        && Arrays.equals(values, 0, size, map.values, 0, size);
  }

  @Override
  public int hashCode() {
    int hash = size;
    for (int i = 0; i < size; i++) {
      hash = 31 * hash + keys[i] | (values[i] ? 1 : 0);
    }
    return hash;
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(keys[i]).append('=').append(values[i]);
    }
    return text.append('}').toString();
  }
}
