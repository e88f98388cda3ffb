package dev.dexscope.dex.write.ids;

import java.util.function.IntUnaryOperator;

/** Searches sections that are sorted, without a list of their items. */
final class Sorted {
  private Sorted() {}

  /** The item whose order to the one that is looked for is 0, or -1. */
  static int find(int count, IntUnaryOperator order) {
    int place = place(0, count, order);
    return place < count && order.applyAsInt(place) == 0 ? place : -1;
  }

  /** The first of these items that is not before the one that is looked for, or the end. */
  static int place(int from, int end, IntUnaryOperator order) {
    int low = from;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.applyAsInt(middle) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
