package dev.dexscope.libcore;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The time that a program reads and in which it waits: the machine's, where the program's host does
 * not have another, which may pass faster.
 */
public interface ProgramTime {
  /** Returns what {@link System#nanoTime} returns to the program. */
  default long nanoTime() {
    return System.nanoTime();
  }

  /** Returns what {@link System#currentTimeMillis} returns to the program. */
  default long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  /** Returns the time since the phone's start, as {@code SystemClock} has it, in nanoseconds. */
  default long sinceStart() {
    return System.nanoTime();
  }

  /**
   * Waits, as {@link Thread#sleep(long)}.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  default void sleep(long nanos) throws InterruptedException {
    Thread.sleep(Duration.ofNanos(nanos));
  }

  /** Waits, as {@code LockSupport.parkNanos}. */
  default void park(@Nullable Object blocker, long nanos) {
    LockSupport.parkNanos(blocker, nanos);
  }

  /**
   * Waits, as {@link Object#wait(long)}.
   *
   * @param monitor which the thread has entered
   * @param nanos more than none
   * @throws InterruptedException if the thread is interrupted
   */
  default void await(Object monitor, long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedWait(monitor, nanos);
  }
}
