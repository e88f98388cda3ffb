package dev.dexscope.monitor.hprof;

import org.jspecify.annotations.Nullable;

/** Finds the places of ids in a list. For duplicates, any of their places is found. */
final class IdIndex {
  private static final int DIGIT = 11;
  private static final int DIGITS = 1 << DIGIT;
  private static final int IDS_OF_BUCKET = 4;

  private final long[] sorted;

  /** The index in the list of each of the sorted ids; null if the list was sorted. */
  private final int @Nullable [] order;

  private final long least;
  private final long most;
  private final int shift;
  private final int[] buckets;

  /**
   * @param ids which belong to the index from now on
   */
  IdIndex(long[] ids) {
    if (isSorted(ids)) {
      sorted = ids;
      order = null;
    } else {
      order = new int[ids.length];
      sorted = sort(ids, order);
    }
    int count = sorted.length;
    least = count == 0 ? 0 : sorted[0];
    most = count == 0 ? 0 : sorted[count - 1];
    long range = most - least;
    int wanted = count / IDS_OF_BUCKET + 1;
    int bits = 0;
    while (bits < Long.SIZE - 1 && Long.compareUnsigned(range >>> bits, wanted) >= 0) {
      bits++;
    }
    shift = bits;
    buckets = new int[(int) (range >>> shift) + 2];
    int at = 0;
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      while (at < count && (sorted[at] - least) >>> shift < bucket) {
        at++;
      }
      buckets[bucket] = at;
    }
    buckets[buckets.length - 1] = count;
  }

  private static boolean isSorted(long[] ids) {
    for (int i = 1; i < ids.length; i++) {
      if (Long.compareUnsigned(ids[i - 1], ids[i]) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Digit by digit, the lowest first. */
  private static long[] sort(long[] ids, int[] order) {
    int count = ids.length;
    long all = 0;
    for (int i = 0; i < count; i++) {
      order[i] = i;
      all |= ids[i] ^ ids[0];
    }
    long[] from = ids;
    int[] fromOrder = order.clone();
    long[] to = new long[count];
    int[] toOrder = order;
    boolean isInOther = true;
    for (int at = 0; at < Long.SIZE; at += DIGIT) {
      if ((all >>> at & DIGITS - 1) == 0) {
        continue;
      }
      int[] starts = new int[DIGITS + 1];
      for (int i = 0; i < count; i++) {
        starts[(int) (from[i] >>> at & DIGITS - 1) + 1]++;
      }
      for (int i = 0; i < DIGITS; i++) {
        starts[i + 1] += starts[i];
      }
      for (int i = 0; i < count; i++) {
        int place = starts[(int) (from[i] >>> at & DIGITS - 1)]++;
        to[place] = from[i];
        toOrder[place] = fromOrder[i];
      }
      isInOther = !isInOther;
      long[] ids2 = from;
      from = to;
      to = ids2;
      int[] order2 = fromOrder;
      fromOrder = toOrder;
      toOrder = order2;
    }
    if (isInOther) {
      System.arraycopy(fromOrder, 0, order, 0, count);
    }
    return from;
  }

  int size() {
    return sorted.length;
  }

  /** The place of an id; -1 where the list has it not. */
  int find(long id) {
    if (Long.compareUnsigned(id, least) < 0 || Long.compareUnsigned(id, most) > 0) {
      return -1;
    }
    long bucket = (id - least) >>> shift;
    int low = buckets[(int) bucket];
    int high = buckets[(int) bucket + 1] - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long found = sorted[middle];
      if (found == id) {
        return order == null ? middle : order[middle];
      }
      if (Long.compareUnsigned(found, id) < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }
}
