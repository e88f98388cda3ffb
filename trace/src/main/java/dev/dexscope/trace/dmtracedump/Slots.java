package dev.dexscope.trace.dmtracedump;

import java.util.Arrays;

/**
 * Numbers keys from 0 in the order in which they come: the places of further arrays that grow with
 * this table.
 */
final class Slots {
  private static final int NONE = -1;

  private long[] keys = new long[1 << 8];
  private int[] table = empty(1 << 10);
  private int size;

  /** Returns the key's number; -1 if it has no number. */
  int find(long key) {
    return table[at(key)];
  }

  /** The key's number, new or known. */
  int of(long key) {
    int at = at(key);
    if (table[at] != NONE) {
      return table[at];
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size + (size >> 1));
    }
    keys[size] = key;
    table[at] = size++;
    if (2 * size > table.length) {
      grow();
    }
    return size - 1;
  }

  /**
   * Returns the index of the key's number in the table, or the index where it would be inserted.
   */
  private int at(long key) {
    int mask = table.length - 1;
    int at = place(key) & mask;
    while (table[at] != NONE && keys[table[at]] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  int size() {
    return size;
  }

  long key(int slot) {
    return keys[slot];
  }

  /** Returns the length of an array with a place for every slot. */
  int capacity() {
    return keys.length;
  }

  private void grow() {
    table = empty(2 * table.length);
    for (int slot = 0; slot < size; slot++) {
      table[at(keys[slot])] = slot;
    }
  }

  private static int place(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32);
  }

  private static int[] empty(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }
}
