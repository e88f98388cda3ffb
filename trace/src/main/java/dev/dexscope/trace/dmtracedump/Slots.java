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

  /** The key's number; -1 where it has none. */
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

  /** Where in the table the key's number stands, or would stand. */
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

  /** How long an array must be to have a place for every slot. */
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
