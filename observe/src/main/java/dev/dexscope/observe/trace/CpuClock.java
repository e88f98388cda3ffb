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
  private final LongSupplier wall;
  private long read;
  private long readAt;
  private long last;

  /**
   * Reads the source for the first time.
   *
   * @param source the current thread's CPU time
   * @param wall the elapsed time
   */
  CpuClock(LongSupplier source, LongSupplier wall) {
    this.source = source;
    this.wall = wall;
    read();
  }

  private void read() {
    read = source.getAsLong();
    readAt = wall.getAsLong();
  }

  /**
   * Reads the source if that is due. Returns the elapsed time after that: at the system call the
   * thread may lose its processor, and that wait belongs to the method that has run so far.
   *
   * @param now the elapsed time
   */
  long update(long now) {
    if (now - readAt <= LONGEST_ESTIMATE) {
      return now;
    }
    read();
    return readAt;
  }

  /** The CPU time when the elapsed time is what {@link #update} has returned. */
  long at(long now) {
    last = Math.max(last, read + now - readAt);
    return last;
  }
}
