package dev.dexscope.vm.runtime;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports each thread that the program starts: the JVM reports threads to native code only. */
public final class ThreadStarts {
  private volatile Consumer<Thread> observer = _ -> {};

  private ThreadStarts() {}

  private static ThreadStarts ofVm() {
    return VmContext.current().part(ThreadStarts.class, ThreadStarts::new);
  }

  /** Sets the observer, on the thread that starts the other. */
  public static void tell(Consumer<Thread> who) {
    ofVm().observer = who;
  }

  /** {@link Thread#start} of the program's own threads, whose stacks may be too small. */
  public static void startOfProgram(@Nullable Thread thread) {
    if (thread != null) {
      try (var _ = OwnWork.begun()) {
        StackSize.raise(thread);
      }
    }
    start(thread);
  }

  /** {@link Thread#start}. */
  public static void start(@Nullable Thread thread) {
    if (thread == null) {
      throw new NullPointerException(
          "Attempt to invoke virtual method 'void java.lang.Thread.start()' on a null object"
              + " reference");
    }
    thread.start();
    ofVm().observer.accept(thread);
  }
}
