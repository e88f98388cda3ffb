package dev.dexscope.probe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The figures of each row, of a method or a call path, added up from a {@link CallTree}. */
final class Counters {
  static final int CALLS = 0;
  static final int SUBRS = 1;
  static final int EXCL_WALL = 2;
  static final int INCL_WALL = 3;
  static final int EXCL_CPU = 4;
  static final int INCL_CPU = 5;

  /** Calls whose time was estimated from that of others. */
  static final int ESTIMATED = 6;

  private static final int FIGURES = 7;

  private long[] @Nullable [] rows = new long[64][];

  /** One figure of a row. */
  long get(int row, int figure) {
    long[] figures = row < rows.length ? rows[row] : null;
    return figures == null ? 0 : figures[figure];
  }

  /** All rows are below this one. */
  int limit() {
    return rows.length;
  }

  /** Returns the figures of a row, to be added to. */
  long[] of(int row) {
    if (row >= rows.length) {
      rows = Arrays.copyOf(rows, Math.max(row + 1, 2 * rows.length));
    }
    long[] figures = rows[row];
    if (figures == null) {
      figures = new long[FIGURES];
      rows[row] = figures;
    }
    return figures;
  }
}
