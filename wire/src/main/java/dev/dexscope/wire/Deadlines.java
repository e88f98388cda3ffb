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
 * Watches all deadlines on one platform thread: a debugger that suspends the VM of this process
 * suspends all its virtual threads, and the connection with that debugger must not wait for one of
 * them.
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
   * Closes a resource when a time limit has passed.
   *
   * @param decided set by the first of completion and timeout
   * @return the timer, to be cancelled on completion
   */
  static Future<?> close(Closeable late, Duration limit, AtomicBoolean decided) {
    return WATCH.schedule(
        () -> {
          if (decided.compareAndSet(false, true)) {
            // Closing may have to send a message to a peer that does not read.
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
      // The waiting caller gets its own exception.
    }
  }
}
