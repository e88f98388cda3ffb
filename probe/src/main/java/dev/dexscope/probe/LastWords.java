package dev.dexscope.probe;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Dumps when the process is about to end: at its exit, when an exception is not caught, and when
 * the last thread of a program has ended where no hook runs then, as on Android. Dumps every so
 * often too: what there is then is not lost when an app is killed.
 */
final class LastWords implements Runnable, Thread.UncaughtExceptionHandler {
  private static final int MOST_THREADS = 1000;
  private static final long LOOK_AGAIN = 10 * Clock.MILLISECOND;

  private final Session session;
  private final Thread.@Nullable UncaughtExceptionHandler next;

  /** Between dumps; 0 for the end only. */
  private final int seconds;

  private LastWords(Session session, Thread.@Nullable UncaughtExceptionHandler next, int seconds) {
    this.session = session;
    this.next = next;
    this.seconds = seconds;
  }

  static void arrange(Session session, int dumpInterval) {
    LastWords words = new LastWords(session, Thread.getDefaultUncaughtExceptionHandler(), 0);
    Thread.setDefaultUncaughtExceptionHandler(words);
    Runtime.getRuntime().addShutdownHook(new Thread(words, "Alfred's last words"));
    if (dumpInterval > 0) {
      Profiler.startDaemon("Alfred's dumps", new LastWords(session, null, dumpInterval));
    }
    if (Android.isProgram()) {
      // No daemon: the VM waits for it.
      new Thread(new LastWords(session, null, -1), "Alfred").start();
    }
  }

  @Override
  public void run() {
    while (seconds > 0) {
      LockSupport.parkNanos(seconds * Clock.SECOND);
      session.dumpAndLog();
    }
    while (seconds < 0 && !isAlone()) {
      LockSupport.parkNanos(LOOK_AGAIN);
    }
    session.end();
  }

  /** Returns whether no other thread keeps the program running. */
  private static boolean isAlone() {
    Thread[] all = new Thread[MOST_THREADS];
    for (int i = Thread.enumerate(all); --i >= 0; ) {
      if (!all[i].isDaemon() && !all[i].equals(Thread.currentThread())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void uncaughtException(Thread thread, Throwable exception) {
    session.dumpAndLog();
    if (next != null) {
      next.uncaughtException(thread, exception);
    } else {
      // The default of the thread's group if no handler is set.
      System.err.print("Exception in thread \"" + thread.getName() + "\" ");
      exception.printStackTrace();
    }
  }
}
