package android.util;

import java.util.Arrays;

/** A map from ints to ints in two arrays, sorted by key. */
public class SparseIntArray implements Cloneable {
  private int[] keys;
  private int[] values;
  private int size;

  public SparseIntArray() {
    this(10);
  }

  public SparseIntArray(int initialCapacity) {
    keys = new int[initialCapacity];
    values = new int[initialCapacity];
  }

  @Override
  public SparseIntArray clone() {
    try {
      var copy = (SparseIntArray) super.clone();
      copy.keys = keys.clone();
      copy.values = values.clone();
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  public int get(int key) {
    return get(key, 0);
  }

  public int get(int key, int valueIfKeyNotFound) {
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

  public void put(int key, int value) {
    int index = indexOfKey(key);
    if (index >= 0) {
      values[index] = value;
    } else {
      insert(~index, key, value);
    }
  }

  /** As {@link #put}, quicker where the key is greater than all others. */
  public void append(int key, int value) {
    if (size != 0 && key <= keys[size - 1]) {
      put(key, value);
    } else {
      insert(size, key, value);
    }
  }

  private void insert(int index, int key, int value) {
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

  public int valueAt(int index) {
    SortedArrays.checkIndex(index, size);
    return values[index];
  }

  public void setValueAt(int index, int value) {
    SortedArrays.checkIndex(index, size);
    values[index] = value;
  }

  /** Where the key is, or the complement of where it would be. */
  public int indexOfKey(int key) {
    return Arrays.binarySearch(keys, 0, size, key);
  }

  /** Where a mapping to the value is, or -1. */
  public int indexOfValue(int value) {
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
  public String toString() {
    var text = new StringBuilder("{");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(keys[i]).append('=').append(values[i]);
    }
    return text.append('}').toString();
  }
}
