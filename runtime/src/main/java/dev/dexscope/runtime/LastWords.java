package dev.dexscope.runtime;

import org.jspecify.annotations.Nullable;

/** Dumps when the process is about to end: at its exit, and when an exception is not caught. */
final class LastWords implements Runnable, Thread.UncaughtExceptionHandler {
  private final Session session;
  private final Thread.@Nullable UncaughtExceptionHandler next;

  private LastWords(Session session, Thread.@Nullable UncaughtExceptionHandler next) {
    this.session = session;
    this.next = next;
  }

  static void arrange(Session session) {
    LastWords words = new LastWords(session, Thread.getDefaultUncaughtExceptionHandler());
    Thread.setDefaultUncaughtExceptionHandler(words);
    Runtime.getRuntime().addShutdownHook(new Thread(words, "Alfred's last words"));
  }

  /** At the exit. */
  @Override
  public void run() {
    session.end();
  }

  @Override
  public void uncaughtException(Thread thread, Throwable exception) {
    session.dumpAndLog();
    if (next != null) {
      next.uncaughtException(thread, exception);
    } else {
      // What the thread's group does when nobody has asked for anything else.
      System.err.print("Exception in thread \"" + thread.getName() + "\" ");
      exception.printStackTrace();
    }
  }
}
