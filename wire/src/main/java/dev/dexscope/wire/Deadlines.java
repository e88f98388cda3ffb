package dev.dexscope.wire;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Watches all that is due. One platform thread does: a debugger that stops the VM of this process
 * stops all its virtual threads, and who talks with that debugger must not wait for one of them.
 */
final class Deadlines {
  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("dexscope deadlines").factory();
  private static final ScheduledThreadPoolExecutor WATCH = watch();

  private Deadlines() {}

  private static ScheduledThreadPoolExecutor watch() {
    var watch = new ScheduledThreadPoolExecutor(1, THREADS);
    watch.setRemoveOnCancelPolicy(true);
    return watch;
  }

  /**
   * Closes what is late.
   *
   * @param decided whether it has been in time, or is late already; set by who is first
   * @return is to be cancelled by who was in time
   */
  static Future<?> close(Closeable late, Duration limit, AtomicBoolean decided) {
    return WATCH.schedule(
        () -> {
          if (decided.compareAndSet(false, true)) {
            // An end may have to be told to a peer that takes nothing.
            THREADS.newThread(() -> close(late)).start();
          }
        },
        limit.toNanos(),
        TimeUnit.NANOSECONDS);
  }

  private static void close(Closeable late) {
    try {
      late.close();
    } catch (IOException e) {
      // Who waits for it is told by its own exception.
    }
  }
}
