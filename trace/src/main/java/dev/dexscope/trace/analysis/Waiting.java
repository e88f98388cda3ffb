package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import java.util.Set;

/**
 * Methods in which a thread does nothing until something happens. If a trace has both clocks, they
 * show which time is waiting; with elapsed time alone, these names do.
 */
public final class Waiting {
  private static final Set<String> METHODS =
      Set.of(
          "java.lang.Object.wait",
          "java.lang.Object.wait0",
          "java.lang.Thread.sleep",
          "java.lang.Thread.sleep0",
          "java.lang.Thread.sleepNanos",
          "java.lang.Thread.join",
          "java.lang.Thread.parkFor$",
          "java.lang.Thread.parkUntil$",
          "java.util.concurrent.locks.LockSupport.park",
          "java.util.concurrent.locks.LockSupport.parkNanos",
          "java.util.concurrent.locks.LockSupport.parkUntil",
          "sun.misc.Unsafe.park",
          "jdk.internal.misc.Unsafe.park",
          "android.os.MessageQueue.nativePollOnce",
          "android.os.SystemClock.sleep",
          "libcore.io.Linux.poll",
          "sun.nio.ch.EPoll.wait",
          "sun.nio.ch.EPollArrayWrapper.epollWait",
          "java.lang.ref.ReferenceQueue.remove");

  /** Frames of a frame timeline stand beside the threads that work on them. */
  private static final Set<String> FRAMES = Set.of("AppFrame", "DisplayFrame");

  private Waiting() {}

  /** Returns whether a method does nothing but wait. */
  public static boolean isWaiting(Method method) {
    return METHODS.contains(method.qualifiedName()) || FRAMES.contains(method.className());
  }

  static boolean[] in(MethodTable methods) {
    boolean[] waits = new boolean[methods.size()];
    for (int i = 0; i < waits.length; i++) {
      waits[i] = isWaiting(methods.get(i));
    }
    return waits;
  }
}
