package dev.dexscope.trace.timeline;

import java.util.Arrays;

/** The positions of a thread's blocks in the file, in the order of time. */
final class Blocks {
  private long[] offsets = new long[1];
  private int[] lengths = new int[1];
  private long[] begins = new long[1];
  private int[] lowest = new int[1];
  private int size;
  private long end;

  /**
   * @param begin when the block's first event was
   * @param last when its last one was
   * @param lowestDepth the least number of calls that were running after any of its events
   */
  void add(long offset, int length, long begin, long last, int lowestDepth) {
    if (size == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * size);
      lengths = Arrays.copyOf(lengths, 2 * size);
      begins = Arrays.copyOf(begins, 2 * size);
      lowest = Arrays.copyOf(lowest, 2 * size);
    }
    offsets[size] = offset;
    lengths[size] = length;
    begins[size] = begin;
    lowest[size++] = lowestDepth;
    end = last;
  }

  /** Returns the time of the first event. */
  long begin() {
    return begins[0];
  }

  /** Returns the time of the last event. */
  long end() {
    return end;
  }

  int size() {
    return size;
  }

  long offset(int block) {
    return offsets[block];
  }

  int length(int block) {
    return lengths[block];
  }

  int lowest(int block) {
    return lowest[block];
  }

  /**
   * Returns the last block that begins at {@code time} or before; the first one if there is none.
   */
  int at(long time) {
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (begins[middle] <= time) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
