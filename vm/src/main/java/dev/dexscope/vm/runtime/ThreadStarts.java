package dev.dexscope.vm.runtime;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells of each thread that the program starts: the JVM announces threads to native code only. */
public final class ThreadStarts {
  private static volatile Consumer<Thread> observer = _ -> {};

  private ThreadStarts() {}

  /** Sets who is told, on the thread that starts the other. */
  public static void tell(Consumer<Thread> who) {
    observer = who;
  }

  /** {@link Thread#start}. */
  public static void start(@Nullable Thread thread) {
    if (thread == null) {
      throw new NullPointerException(
          "Attempt to invoke virtual method 'void java.lang.Thread.start()' on a null object"
              + " reference");
    }
    thread.start();
    observer.accept(thread);
  }
}
