package dev.dexscope.trace.read.common;

import java.util.Arrays;

/**
 * The order of events by their times. Those of the same time stay in the order of the file, and
 * parts that are in order already, such as the buffers of processors, are only merged.
 */
public final class TimeOrder {
  private TimeOrder() {}

  /** Returns the numbers of the first {@code size} times, the earliest first. */
  public static int[] of(long[] times, int size) {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    int[] runs = runs(times, size);
    int[] merged = new int[size];
    for (int count = runs.length - 1; count > 1; count = (count + 1) / 2) {
      for (int i = 0; i < count; i += 2) {
        int middle = runs[i + 1];
        int end = i + 2 <= count ? runs[i + 2] : middle;
        merge(times, order, runs[i], middle, end, merged);
        runs[i / 2] = runs[i];
      }
      runs[(count + 1) / 2] = size;
      int[] swapped = order;
      order = merged;
      merged = swapped;
    }
    return order;
  }

  /** Returns where the parts begin that are in order, and where the last one ends. */
  private static int[] runs(long[] times, int size) {
    int[] runs = new int[16];
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || times[i] < times[i - 1]) {
        if (count + 2 > runs.length) {
          runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[count++] = i;
      }
    }
    runs[count] = size;
    return Arrays.copyOf(runs, count + 1);
  }

  private static void merge(long[] times, int[] from, int start, int middle, int end, int[] to) {
    int left = start;
    int right = middle;
    for (int at = start; at < end; at++) {
      boolean takesLeft =
          right == end || (left < middle && times[from[left]] <= times[from[right]]);
      to[at] = from[takesLeft ? left++ : right++];
    }
  }
}
