package dev.dexscope.probe;

import java.util.Arrays;

/**
 * The counters of each row: a method, or a call path. A row is eight longs, one cache line; rows
 * are in pages that are allocated at their first use, so that a thread's memory depends on its
 * calls.
 */
final class Counters {
  static final int CALLS = 0;
  static final int SUBRS = 1;
  static final int EXCL_WALL = 2;
  static final int INCL_WALL = 3;
  static final int EXCL_CPU = 4;
  static final int INCL_CPU = 5;

  /** Calls that are running: only the outermost one's inclusive time counts. */
  static final int ACTIVE = 6;

  private static final int THROTTLED = 7;

  private static final int ROW_BITS = 3;
  private static final int PAGE_BITS = 6;
  private static final int PAGE_ROWS = 1 << PAGE_BITS;

  private long[][] pages;

  Counters() {
    this(new long[8][]);
  }

  private Counters(long[][] pages) {
    this.pages = pages;
  }

  Counters copy() {
    long[][] copies = pages.clone();
    for (int i = 0; i < copies.length; i++) {
      long[] page = copies[i];
      copies[i] = page == null ? null : page.clone();
    }
    return new Counters(copies);
  }

  /** Marks the row when it has more calls than that, shorter than that on the average. */
  void throttle(int row, long calls, long nanos) {
    long[] page = page(row);
    int at = offset(row);
    if (page[at + CALLS] > calls && page[at + INCL_WALL] < page[at + CALLS] * nanos) {
      page[at + THROTTLED] = 1;
    }
  }

  /** Returns whether the row's calls are no longer timed. */
  boolean isThrottled(int row) {
    return get(row, THROTTLED) != 0;
  }

  /** One figure of a row. */
  long get(int row, int figure) {
    int page = row >> PAGE_BITS;
    return page < pages.length && pages[page] != null ? pages[page][offset(row) + figure] : 0;
  }

  /** All rows are below this one. */
  int limit() {
    return pages.length << PAGE_BITS;
  }

  /** Returns where the row's figures begin in its page. */
  static int offset(int row) {
    return (row & (PAGE_ROWS - 1)) << ROW_BITS;
  }

  /** Returns the page that has the row's figures. */
  long[] page(int row) {
    int number = row >> PAGE_BITS;
    long[] page = number < pages.length ? pages[number] : null;
    return page != null ? page : newPage(number);
  }

  private long[] newPage(int number) {
    if (number >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(number + 1, 2 * pages.length));
    }
    pages[number] = new long[PAGE_ROWS << ROW_BITS];
    return pages[number];
  }
}
