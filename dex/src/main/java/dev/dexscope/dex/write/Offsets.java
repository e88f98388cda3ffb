package dev.dexscope.dex.write;

import java.util.Arrays;

/** The new offsets of a section's items, old and new. */
final class Offsets {
  private int[] from = new int[64];
  private int[] to = new int[64];
  private int count;
  private int[] added = new int[16];
  private int addedCount;
  private int first = Integer.MAX_VALUE;

  /** An item that was there; they come in the order of their offsets. */
  void moved(int oldOffset, int newOffset) {
    if (count == from.length) {
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    first = Math.min(first, newOffset);
    from[count] = oldOffset;
    to[count++] = newOffset;
  }

  /** The next new item. */
  void added(int newOffset) {
    if (addedCount == added.length) {
      added = Arrays.copyOf(added, addedCount * 2);
    }
    first = Math.min(first, newOffset);
    added[addedCount++] = newOffset;
  }

  /** A reference to the new item of a number. */
  static int newRef(int number) {
    return -number - 1;
  }

  /**
   * Returns where a reference leads: an old offset, or a new item; -1 when there is no such item.
   */
  int resolve(int ref) {
    if (ref < 0) {
      int number = -ref - 1;
      return number < addedCount ? added[number] : -1;
    }
    int at = Arrays.binarySearch(from, 0, count, ref);
    return at < 0 ? -1 : to[at];
  }

  /** Returns where the section begins, when it has items. */
  int first() {
    return first;
  }

  /** Returns how many items there are. */
  int count() {
    return count + addedCount;
  }
}
