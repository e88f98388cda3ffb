package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/** The thread group of the program's threads: says how their uncaught exceptions are printed. */
public final class GuestThreads extends ThreadGroup {
  private final Thread.UncaughtExceptionHandler observer;

  /**
   * @param observer told of each uncaught exception, whatever the program does about it
   */
  public GuestThreads(ThreadGroup parent, Thread.UncaughtExceptionHandler observer) {
    super(parent, "main");
    this.observer = observer;
  }

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    observer.uncaughtException(thread, thrown);
    Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    Throwable reworded = Messages.adapt(thrown);
    if (handler != null) {
      handler.uncaughtException(thread, reworded);
      return;
    }
    synchronized (System.err) {
      System.err.print("Exception in thread \"" + thread.getName() + "\" ");
      StackTraces.print(reworded, System.err);
    }
  }

  /** As if it were of the class that programs know. */
  @Override
  public String toString() {
    return "java.lang.ThreadGroup[name=" + getName() + ",maxpri=" + getMaxPriority() + "]";
  }

  /** Whether the thread is the program's. */
  public static boolean isGuest(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null && isGuest(group);
  }

  /** Whether a thread group is the program's first one, or below it. */
  public static boolean isGuest(ThreadGroup all) {
    @Nullable ThreadGroup group = all;
    while (group != null && !(group instanceof GuestThreads)) {
      group = group.getParent();
    }
    return group != null;
  }
}
