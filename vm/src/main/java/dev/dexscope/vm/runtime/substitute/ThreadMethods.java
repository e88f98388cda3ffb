package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.GuestThreads;
import dev.dexscope.vm.runtime.ProgramClock;
import dev.dexscope.vm.runtime.StackTraces;
import dev.dexscope.vm.runtime.ThreadStarts;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Methods of {@link Thread}. */
public final class ThreadMethods {
  private ThreadMethods() {}

  /** {@link Thread#getStackTrace}. */
  public static StackTraceElement[] getStackTrace(Thread thread) {
    return StackTraces.getStackTrace(thread);
  }

  /** {@link Thread#sleep(long)}: in the program's time. */
  public static void sleep(long millis) throws InterruptedException {
    sleep(millis, 0);
  }

  /** {@link Thread#sleep(long, int)}: in the program's time. */
  public static void sleep(long millis, int nanos) throws InterruptedException {
    if (millis <= 0 && nanos <= 0) {
      // None, or what is refused.
      Thread.sleep(millis, nanos);
    } else {
      ProgramClock.time().sleep(nanos(millis, nanos));
    }
  }

  static long nanos(long millis, int nanos) {
    long all = TimeUnit.MILLISECONDS.toNanos(millis);
    return all > Long.MAX_VALUE - nanos ? Long.MAX_VALUE : all + nanos;
  }

  /** {@link Thread#start}. */
  public static void start(Thread thread) {
    ThreadStarts.startOfProgram(thread);
  }

  /** {@link Thread#toString}. */
  public static String toString(Thread thread) {
    return ThreadText.of(thread) instanceof String text ? text : thread.toString();
  }

  /** {@link Thread#getAllStackTraces}. */
  public static Map<Thread, StackTraceElement[]> getAllStackTraces() {
    Map<Thread, StackTraceElement[]> all = new HashMap<>();
    for (Thread thread : GuestThreads.living()) {
      if (GuestThreads.isShown(thread)) {
        all.put(thread, StackTraces.guestView(thread, thread.getStackTrace()));
      }
    }
    return all;
  }

  /** {@link Thread#dumpStack}. */
  public static void dumpStack() {
    StackTraces.print(new Exception("Stack trace"), System.err);
  }
}
