package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.GuestThreads;
import dev.dexscope.vm.runtime.StackTraces;
import dev.dexscope.vm.runtime.ThreadStarts;
import java.util.HashMap;
import java.util.Map;

/** Methods of {@link Thread}. */
public final class ThreadMethods {
  private ThreadMethods() {}

  /** {@link Thread#getStackTrace}. */
  public static StackTraceElement[] getStackTrace(Thread thread) {
    return StackTraces.getStackTrace(thread);
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
