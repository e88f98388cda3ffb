package dev.dexscope.monitor.hprof;

import java.util.Arrays;

/** Numbers, in an array that grows. */
final class LongList {
  private long[] values = new long[1024];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.addExact(size, Math.max(1, size >> 1)));
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  long get(int at) {
    return values[at];
  }

  /** All of them; the list is empty afterwards. */
  long[] take() {
    long[] all = size == values.length ? values : Arrays.copyOf(values, size);
    values = new long[1];
    size = 0;
    return all;
  }
}
