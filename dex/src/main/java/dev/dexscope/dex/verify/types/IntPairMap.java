package dev.dexscope.dex.verify.types;

/** From two ints to a positive int: open addressing, no boxing. */
final class IntPairMap {
  private long[] keys = new long[1024];
  private int[] values = new int[1024];
  private int size;

  /** Returns the value, or 0 if there is none. */
  int get(int a, int b) {
    return values[slot(keys, values, key(a, b))];
  }

  void put(int a, int b, int value) {
    if (size * 2 >= keys.length) {
      grow();
    }
    long key = key(a, b);
    int at = slot(keys, values, key);
    if (values[at] == 0) {
      size++;
    }
    keys[at] = key;
    values[at] = value;
  }

  private void grow() {
    long[] newKeys = new long[keys.length * 2];
    int[] newValues = new int[keys.length * 2];
    for (int i = 0; i < keys.length; i++) {
      if (values[i] != 0) {
        int at = slot(newKeys, newValues, keys[i]);
        newKeys[at] = keys[i];
        newValues[at] = values[i];
      }
    }
    keys = newKeys;
    values = newValues;
  }

  private static long key(int a, int b) {
    return ((long) a << 32) | b;
  }

  private static int slot(long[] keys, int[] values, long key) {
    int mask = keys.length - 1;
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (values[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }
}
