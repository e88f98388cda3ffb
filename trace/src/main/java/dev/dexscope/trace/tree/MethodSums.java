package dev.dexscope.trace.tree;

import java.util.Arrays;

/**
 * The calls of one thread, added up by method, without their paths: as many figures as the thread
 * has methods, however they call each other. Times are nanoseconds. They are those that a {@link
 * CallTree} of the same calls adds up to.
 *
 * <pre>{@code
 * for (int row = 0; row < sums.size(); row++) {
 *   print(methods.get(sums.method(row)).fullName(), sums.exclusiveWall(row));
 * }
 * }</pre>
 */
public final class MethodSums {
  private static final int FREE = -1;
  private static final int FIRST_ROWS = 8;

  // The figures of a row stand together, in one cache line: a call and its return touch no other.
  private static final int METHOD = 0;
  private static final int RUNNING = 1;
  private static final int CALLS = 2;
  private static final int EXCEPTIONS = 3;
  private static final int INCLUSIVE_WALL = 4;
  private static final int EXCLUSIVE_WALL = 5;
  private static final int INCLUSIVE_CPU = 6;
  private static final int EXCLUSIVE_CPU = 7;
  private static final int FIGURES = 8;

  private long[] figures = new long[FIRST_ROWS * FIGURES];
  private int size;

  /** Where the figures of a method are, by its hash: half of it is free. */
  private int[] places = free(2 * FIRST_ROWS);

  /** The times of the calls that no other contains. */
  private long wall;

  private long cpu;

  /** The number of methods that have calls. */
  public int size() {
    return size;
  }

  /** The method's number in the {@link dev.dexscope.trace.MethodTable}. */
  public int method(int row) {
    return (int) figures[row * FIGURES + METHOD];
  }

  /** Returns the number of calls. */
  public long calls(int row) {
    return figures[row * FIGURES + CALLS];
  }

  /** Returns the number of calls of the whole thread. */
  public long allCalls() {
    long sum = 0;
    for (int row = 0; row < size; row++) {
      sum += calls(row);
    }
    return sum;
  }

  /** Returns the number of calls that an exception ended. */
  public long exceptions(int row) {
    return figures[row * FIGURES + EXCEPTIONS];
  }

  /** Elapsed time of the outermost calls with all that they called. */
  public long inclusiveWall(int row) {
    return figures[row * FIGURES + INCLUSIVE_WALL];
  }

  /** CPU time of the outermost calls with all that they called. */
  public long inclusiveCpu(int row) {
    return figures[row * FIGURES + INCLUSIVE_CPU];
  }

  /** Elapsed time in the method itself. */
  public long exclusiveWall(int row) {
    return figures[row * FIGURES + EXCLUSIVE_WALL];
  }

  /** CPU time in the method itself. */
  public long exclusiveCpu(int row) {
    return figures[row * FIGURES + EXCLUSIVE_CPU];
  }

  /** Elapsed time of the thread in all its calls. */
  public long wall() {
    return wall;
  }

  /** CPU time of the thread in all its calls. */
  public long cpu() {
    return cpu;
  }

  /** Counts a call that begins; returns the method's place, which {@link #exit} requires. */
  public int enter(int method) {
    int place = placeOf(method);
    figures[place + CALLS]++;
    figures[place + RUNNING]++;
    return place;
  }

  /**
   * Adds the times of a call that ends.
   *
   * @param caller the place of the method that called it; negative if none did
   */
  public void exit(int place, int caller, long wallTime, long cpuTime, boolean exception) {
    long[] f = figures;
    f[place + EXCLUSIVE_WALL] += wallTime;
    f[place + EXCLUSIVE_CPU] += cpuTime;
    if (--f[place + RUNNING] == 0) {
      f[place + INCLUSIVE_WALL] += wallTime;
      f[place + INCLUSIVE_CPU] += cpuTime;
    }
    if (exception) {
      f[place + EXCEPTIONS]++;
    }
    if (caller >= 0) {
      f[caller + EXCLUSIVE_WALL] -= wallTime;
      f[caller + EXCLUSIVE_CPU] -= cpuTime;
    } else {
      wall += wallTime;
      cpu += cpuTime;
    }
  }

  /**
   * Adds a call that contains all calls so far, its method's own too, of which it is the outermost.
   */
  public int enclose(int method, long wallTime, long cpuTime, boolean exception) {
    int place = enter(method);
    figures[place + RUNNING]--;
    figures[place + EXCEPTIONS] += exception ? 1 : 0;
    figures[place + EXCLUSIVE_WALL] += wallTime - wall;
    figures[place + EXCLUSIVE_CPU] += cpuTime - cpu;
    figures[place + INCLUSIVE_WALL] = wallTime;
    figures[place + INCLUSIVE_CPU] = cpuTime;
    wall = wallTime;
    cpu = cpuTime;
    return place;
  }

  /**
   * Adds elapsed time to a call that is not running any more.
   *
   * @param isOutermost whether no other call of the method contains it
   * @param caller the place of the method that called it; negative if none did
   */
  public void lengthen(int place, boolean isOutermost, int caller, long wallTime) {
    figures[place + EXCLUSIVE_WALL] += wallTime;
    if (isOutermost) {
      figures[place + INCLUSIVE_WALL] += wallTime;
    }
    if (caller >= 0) {
      figures[caller + EXCLUSIVE_WALL] -= wallTime;
    } else {
      wall += wallTime;
    }
  }

  private int placeOf(int method) {
    int mask = places.length - 1;
    for (int at = hash(method) & mask; ; at = (at + 1) & mask) {
      int place = places[at];
      if (place == FREE) {
        return add(method, at);
      }
      if (figures[place + METHOD] == method) {
        return place;
      }
    }
  }

  private int add(int method, int at) {
    int place = size++ * FIGURES;
    if (place == figures.length) {
      figures = Arrays.copyOf(figures, 2 * place);
      places = free(2 * places.length);
      figures[place + METHOD] = method;
      for (int each = 0; each <= place; each += FIGURES) {
        insert(each);
      }
    } else {
      figures[place + METHOD] = method;
      places[at] = place;
    }
    return place;
  }

  private void insert(int place) {
    int mask = places.length - 1;
    int at = hash((int) figures[place + METHOD]) & mask;
    while (places[at] != FREE) {
      at = (at + 1) & mask;
    }
    places[at] = place;
  }

  private static int hash(int method) {
    int mixed = method * 0x9E3779B9;
    return mixed ^ mixed >>> 16;
  }

  private static int[] free(int length) {
    int[] places = new int[length];
    Arrays.fill(places, FREE);
    return places;
  }
}
