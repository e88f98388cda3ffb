package dev.dexscope.observe.hprof;

import java.util.HashMap;
import java.util.Map;

/** Objects of a heap: a bit for each eight bytes, where there is one at all. */
final class IdSet {
  private static final int PAGE_BITS = 12;

  private final Map<Long, long[]> pages = new HashMap<>();

  void add(long id) {
    long place = id >>> 3;
    long[] page = pages.computeIfAbsent(place >>> PAGE_BITS, _ -> new long[1 << PAGE_BITS >> 6]);
    int bit = (int) place & ((1 << PAGE_BITS) - 1);
    page[bit >>> 6] |= 1L << bit;
  }

  boolean contains(long id) {
    long place = id >>> 3;
    long[] page = pages.get(place >>> PAGE_BITS);
    int bit = (int) place & ((1 << PAGE_BITS) - 1);
    return page != null && (page[bit >>> 6] & 1L << bit) != 0;
  }
}
