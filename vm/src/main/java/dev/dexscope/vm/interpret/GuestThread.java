package dev.dexscope.vm.interpret;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The interpreter's state of a thread. */
final class GuestThread {
  private static final Map<Thread, GuestThread> ALL =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static final ThreadLocal<GuestThread> CURRENT =
      ThreadLocal.withInitial(() -> {
        var thread = new GuestThread();
        ALL.put(Thread.currentThread(), thread);
        return thread;
      });

  /** The frame of the call that runs. */
  @Nullable Frame top;

  /** The exception whose stack trace was corrected last. */
  @Nullable Throwable seen;

  static GuestThread current() {
    return CURRENT.get();
  }

  static @Nullable GuestThread of(Thread thread) {
    return ALL.get(thread);
  }
}
