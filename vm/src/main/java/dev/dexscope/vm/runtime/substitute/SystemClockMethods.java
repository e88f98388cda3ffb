package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.libcore.ProgramTime;
import dev.dexscope.vm.runtime.ProgramClock;
import java.util.concurrent.TimeUnit;

/**
 * Methods of {@code android.os.SystemClock} that the program itself calls, whatever the framework
 * beside it is.
 */
public final class SystemClockMethods {
  private SystemClockMethods() {}

  /** {@code SystemClock.uptimeMillis}. */
  public static long uptimeMillis() {
    return TimeUnit.NANOSECONDS.toMillis(ProgramClock.time().sinceStart());
  }

  /** {@code SystemClock.uptimeNanos}. */
  public static long uptimeNanos() {
    return ProgramClock.time().sinceStart();
  }

  /** {@code SystemClock.elapsedRealtime}. */
  public static long elapsedRealtime() {
    return TimeUnit.NANOSECONDS.toMillis(ProgramClock.time().sinceStart());
  }

  /** {@code SystemClock.elapsedRealtimeNanos}. */
  public static long elapsedRealtimeNanos() {
    return ProgramClock.time().sinceStart();
  }

  /** {@code SystemClock.sleep}: for all that time, however often the thread is interrupted. */
  public static void sleep(long millis) {
    ProgramTime time = ProgramClock.time();
    long end = time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean isInterrupted = false;
    boolean isOver = false;
    while (!isOver) {
      try {
        TimeUnitMethods.sleep(TimeUnit.NANOSECONDS, end - time.nanoTime());
        isOver = true;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
