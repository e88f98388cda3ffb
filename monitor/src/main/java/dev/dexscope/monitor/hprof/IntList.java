package dev.dexscope.monitor.hprof;

import java.util.Arrays;

/** Numbers, in an array that grows. */
final class IntList {
  private int[] values = new int[1024];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.addExact(size, Math.max(1, size >> 1)));
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  int get(int at) {
    return values[at];
  }

  /** All of them; the list is empty afterwards. */
  int[] take() {
    int[] all = size == values.length ? values : Arrays.copyOf(values, size);
    values = new int[1];
    size = 0;
    return all;
  }
}
