package dev.dexscope.trace.read.common;

import java.util.Arrays;

/**
 * Makes 64-bit nanoseconds of a record's 32-bit microseconds, which wrap after 71.6 minutes. A time
 * is taken as the one nearest to a time before: for the wall clock that of the record before, on
 * any thread; for CPU clocks that of the thread's own record before.
 */
public final class ClockReader {
  private static final long NANOS = 1000;
  private static final long UNKNOWN = -1;

  private long wall = UNKNOWN;

  /** The last CPU times, that of the present thread aside. */
  private long[] others = new long[0];

  private int thread = -1;
  private long cpu;

  /** Nanoseconds for the microseconds {@code time} of the wall clock. */
  public long wall(int time) {
    long next = wall + (time - (int) wall);
    wall = (next | wall) < 0 ? first(wall, time) : next;
    return wall * NANOS;
  }

  /** The thread whose CPU times follow. */
  public void select(int next) {
    if (thread >= 0) {
      others[thread] = cpu;
    }
    if (next >= others.length) {
      int old = others.length;
      others = Arrays.copyOf(others, Math.max(next + 1, 2 * old));
      Arrays.fill(others, old, others.length, UNKNOWN);
    }
    thread = next;
    cpu = others[next];
  }

  /** Nanoseconds for the microseconds {@code time} of the selected thread's CPU clock. */
  public long cpu(int time) {
    long next = cpu + (time - (int) cpu);
    cpu = (next | cpu) < 0 ? first(cpu, time) : next;
    return cpu * NANOS;
  }

  /** A clock's first time, or one that goes back beyond 0. */
  private static long first(long last, int time) {
    return last == UNKNOWN ? time & 0xffffffffL : 0;
  }
}
