package dev.dexscope.observe.trace;

import java.util.function.LongSupplier;

/**
 * The CPU time of one thread, in nanoseconds. Reading it is a system call, which takes a hundred
 * times as long as a short method, so it is read seldom: for {@link #LONGEST_ESTIMATE} after a
 * reading the thread is assumed to have run all the time. A longer wait is detected by the elapsed
 * time, and the next reading corrects an estimate that was too high. Times never go back.
 */
final class CpuClock {
  /** Also the largest error, for it does not add up. */
  static final long LONGEST_ESTIMATE = 10_000;

  private final LongSupplier source;
  private long read;
  private long readAt;
  private long last;

  /**
   * Reads the source for the first time.
   *
   * @param source the current thread's CPU time
   * @param wall the elapsed time now
   */
  CpuClock(LongSupplier source, long wall) {
    this.source = source;
    read(wall);
  }

  private void read(long wall) {
    read = source.getAsLong();
    readAt = wall;
  }

  /** The CPU time when the elapsed time is {@code wall}, which is now. */
  long at(long wall) {
    if (wall - readAt > LONGEST_ESTIMATE) {
      read(wall);
    }
    last = Math.max(last, read + wall - readAt);
    return last;
  }
}
