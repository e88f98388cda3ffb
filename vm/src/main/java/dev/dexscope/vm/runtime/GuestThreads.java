package dev.dexscope.vm.runtime;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The thread group of the program's threads: determines how their uncaught exceptions are printed.
 */
public final class GuestThreads extends ThreadGroup {
  private static final String OURS = "dev.dexscope.";

  public GuestThreads(ThreadGroup parent) {
    super(parent, "main");
  }

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
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

  /** Returns whether the thread is the program's. */
  public static boolean isGuest(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null && isGuest(group);
  }

  /**
   * Returns whether programs and agents see a thread: those of the program, and the JVM's own,
   * which are the same under any program.
   */
  public static boolean isShown(Thread thread) {
    if (isGuest(thread)) {
      return true;
    }
    ThreadGroup group = thread.getThreadGroup();
    return (group == null || group.getParent() == null)
        && !thread.getClass().getName().startsWith(OURS);
  }

  /** The threads that they do not see. */
  public static List<Thread> hidden() {
    return living().stream().filter(each -> !isShown(each)).toList();
  }

  /**
   * All living threads, of the host too. The JDK's map of them would call the program's code, where
   * a class of its threads defines whether they are equal.
   */
  public static List<Thread> living() {
    ThreadGroup root = root();
    Thread[] all = new Thread[root.activeCount() + 16];
    int count = root.enumerate(all);
    while (count == all.length) {
      all = new Thread[2 * count];
      count = root.enumerate(all);
    }
    return Arrays.asList(all).subList(0, count);
  }

  /** The group that all threads are in. */
  public static ThreadGroup root() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root;
  }

  /** Returns whether a thread group is the program's first one, or below it. */
  public static boolean isGuest(ThreadGroup all) {
    @Nullable ThreadGroup group = all;
    while (group != null && !(group instanceof GuestThreads)) {
      group = group.getParent();
    }
    return group != null;
  }
}
