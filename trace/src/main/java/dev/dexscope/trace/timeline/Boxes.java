package dev.dexscope.trace.timeline;

import java.util.Arrays;
import java.util.List;

/**
 * Boxes of one thread at one resolution: calls that are at least as long are separate; shorter ones
 * that begin in the same cell of time, at the same depth, are one box. Cells are as long as the
 * resolution and begin at its multiples, and resolutions are powers of two, so that boxes can be
 * made coarser at any time, and in parts, with the same result.
 *
 * <p>On each depth calls are added in the order in which they were made.
 */
final class Boxes {
  private static final int COLUMNS = 6;
  private static final int FROM = 0;
  private static final int TO = 1;
  private static final int CALLS = 2;
  private static final int BUSY = 3;
  private static final int LONGEST = 4;

  /** Depth in the upper half, method in the lower. */
  private static final int WHERE = 5;

  private static final int NONE = -1;

  /** Cells longer than this hold any trace. */
  static final int COARSEST = 62;

  private long[] columns = new long[64 * COLUMNS];
  private int size;
  private int shift;

  /** The last box of short calls on each depth. */
  private int[] last = new int[64];

  private int depths;

  /** Forgets all boxes; cells are of {@code 1 << resolution} nanoseconds from now on. */
  void clear(int resolution) {
    size = 0;
    Arrays.fill(last, 0, depths, NONE);
    depths = 0;
    shift = resolution;
  }

  int size() {
    return size;
  }

  /** The power of two that is the resolution. */
  int shift() {
    return shift;
  }

  int depth(int box) {
    return (int) (columns[box * COLUMNS + WHERE] >>> 32);
  }

  Box get(int box) {
    int at = box * COLUMNS;
    return new Box(
        depth(box),
        columns[at + FROM],
        columns[at + TO],
        (int) columns[at + WHERE],
        columns[at + CALLS],
        columns[at + BUSY]);
  }

  /** Those that have any part in a span of time, by depth and by time. */
  List<Box> within(long from, long to) {
    int[] ends = new int[depths + 1];
    for (int box = 0; box < size; box++) {
      if (touches(box, from, to)) {
        ends[depth(box) + 1]++;
      }
    }
    for (int depth = 0; depth < depths; depth++) {
      ends[depth + 1] += ends[depth];
    }
    // On each depth they are in the order of time, and stay so.
    Box[] within = new Box[ends[depths]];
    for (int box = 0; box < size; box++) {
      if (touches(box, from, to)) {
        within[ends[depth(box)]++] = get(box);
      }
    }
    return List.of(within);
  }

  private boolean touches(int box, long from, long to) {
    long begin = columns[box * COLUMNS + FROM];
    return begin < to && (begin >= from || columns[box * COLUMNS + TO] > from);
  }

  /** Adds a call. */
  void call(int depth, int method, long from, long to) {
    add((long) depth << 32 | method, from, to, 1, to - from, to - from);
  }

  private void add(long where, long from, long to, long calls, long busy, long longest) {
    int depth = (int) (where >>> 32);
    if (depth >= depths) {
      deepen(depth);
    }
    boolean isLong = calls == 1 && to - from >= 1L << shift;
    int before = last[depth];
    if (!isLong && before != NONE && columns[before * COLUMNS + FROM] >> shift == from >> shift) {
      merge(before * COLUMNS, where, to, calls, busy, longest);
      return;
    }
    last[depth] = isLong ? NONE : size;
    int at = size++ * COLUMNS;
    if (at == columns.length) {
      columns = Arrays.copyOf(columns, 2 * at);
    }
    columns[at + FROM] = from;
    columns[at + TO] = to;
    columns[at + CALLS] = calls;
    columns[at + BUSY] = busy;
    columns[at + LONGEST] = longest;
    columns[at + WHERE] = where;
  }

  private void merge(int at, long where, long to, long calls, long busy, long longest) {
    columns[at + TO] = to;
    columns[at + CALLS] += calls;
    columns[at + BUSY] += busy;
    if (longest > columns[at + LONGEST]) {
      columns[at + LONGEST] = longest;
      columns[at + WHERE] = where;
    }
  }

  private void deepen(int depth) {
    if (depth >= last.length) {
      last = Arrays.copyOf(last, Math.max(depth + 1, 2 * last.length));
    }
    Arrays.fill(last, depths, depth + 1, NONE);
    depths = depth + 1;
  }

  /** Adds boxes of a resolution that is not coarser. */
  void addAll(Boxes others) {
    for (int box = 0; box < others.size; box++) {
      add(others.columns, box * COLUMNS);
    }
  }

  private void add(long[] from, int at) {
    add(
        from[at + WHERE],
        from[at + FROM],
        from[at + TO],
        from[at + CALLS],
        from[at + BUSY],
        from[at + LONGEST]);
  }

  /** Doubles the resolution until so few are left, or until that does not make them fewer. */
  void coarsen(int most) {
    long first = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (int at = 0; at < size * COLUMNS; at += COLUMNS) {
      first = Math.min(first, columns[at + FROM]);
      end = Math.max(end, columns[at + TO]);
    }
    while (size > most && shift < COARSEST && 1L << shift <= end - first) {
      coarsenTo(shift + 1);
    }
  }

  void coarsenTo(int resolution) {
    int old = size;
    clear(resolution);
    // A box never moves back: what is overwritten has been read.
    for (int box = 0; box < old; box++) {
      add(columns, box * COLUMNS);
    }
  }

  void writeTo(PackedOutput out) {
    out.number(size);
    long before = 0;
    for (int at = 0; at < size * COLUMNS; at += COLUMNS) {
      boolean single = columns[at + CALLS] == 1;
      out.flagged(single ? 1 : 0, 1, columns[at + WHERE] >>> 32);
      out.number(columns[at + WHERE] & 0xffffffffL);
      out.step(columns[at + FROM] - before);
      out.time(columns[at + TO] - columns[at + FROM]);
      if (!single) {
        out.number(columns[at + CALLS]);
        out.time(columns[at + BUSY]);
        out.time(columns[at + LONGEST]);
      }
      before = columns[at + FROM];
    }
  }

  /** Adds boxes that were written at a resolution that is not coarser. */
  void readFrom(PackedInput in) {
    long count = in.number();
    long from = 0;
    for (long i = 0; i < count; i++) {
      long depth = in.flagged(1);
      boolean single = in.flags() == 1;
      long where = depth << 32 | in.number();
      from += in.step();
      long length = in.time();
      if (single) {
        add(where, from, from + length, 1, length, length);
      } else {
        long calls = in.number();
        long busy = in.time();
        add(where, from, from + length, calls, busy, in.time());
      }
    }
  }
}
