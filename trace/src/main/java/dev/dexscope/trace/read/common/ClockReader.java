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

  private long wall;
  private boolean started;
  private long[] cpu = new long[0];

  /** Nanoseconds for the microseconds {@code time} of the wall clock. */
  public long wall(int time) {
    if (!started) {
      started = true;
      wall = time & 0xffffffffL;
    } else {
      wall = Math.max(0, wall + (time - (int) wall));
    }
    return wall * NANOS;
  }

  /** Nanoseconds for the microseconds {@code time} of a thread's CPU clock. */
  public long cpu(int thread, int time) {
    if (thread >= cpu.length) {
      int old = cpu.length;
      cpu = Arrays.copyOf(cpu, Math.max(thread + 1, 2 * old));
      Arrays.fill(cpu, old, cpu.length, UNKNOWN);
    }
    long last = cpu[thread];
    cpu[thread] = last == UNKNOWN ? time & 0xffffffffL : Math.max(0, last + (time - (int) last));
    return cpu[thread] * NANOS;
  }
}
