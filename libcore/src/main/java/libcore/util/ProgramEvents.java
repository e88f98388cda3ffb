package libcore.util;

import org.jspecify.annotations.Nullable;

/**
 * Events on a thread of a program that no method of the program causes, for a profiler in the
 * program. Android has no such class.
 */
public final class ProgramEvents {
  /** Receives the events. What is thrown is thrown in the program. */
  public interface Listener {
    /**
     * The current thread begins to make a class ready for its first use.
     *
     * @param isTranslation whether code is translated, else a class is loaded
     * @return a value for {@link #ready}
     */
    int begins(boolean isTranslation);

    /** The current thread has done it. */
    void ready(int begun);

    /** The program is about to run for the last time, after those that warmed it up. */
    void warm();

    /** An app's process ends, without its shutdown hooks. Older profilers do not have this. */
    default void ends() {}
  }

  private static volatile @Nullable Listener listener;

  /** Set while the receiver works on this thread: it may load classes of its own for that. */
  private static final ThreadLocal<Boolean> RECEIVING = new ThreadLocal<>();

  private ProgramEvents() {}

  /** Sets the receiver; null for none. */
  public static void listen(@Nullable Listener receiver) {
    listener = receiver;
  }

  /** The last run begins. */
  public static void warm() {
    Listener receiver = listener;
    if (receiver != null) {
      receiver.warm();
    }
  }

  /** The process ends. */
  public static void ends() {
    Listener receiver = listener;
    if (receiver != null) {
      receiver.ends();
    }
  }

  /** The current thread loads a class until the result is closed. */
  public static Scope loading() {
    return begun(false);
  }

  /** The current thread translates code until the result is closed. */
  public static Scope translating() {
    return begun(true);
  }

  private static Scope begun(boolean isTranslation) {
    Listener receiver = listener;
    if (receiver == null || RECEIVING.get() != null) {
      return Scope.UNHEARD;
    }
    RECEIVING.set(true);
    try {
      int begun = receiver.begins(isTranslation);
      return () -> receiver.ready(begun);
    } finally {
      RECEIVING.remove();
    }
  }

  /** As long as it takes. */
  public interface Scope extends AutoCloseable {
    /** Without a receiver. */
    Scope UNHEARD = () -> {};

    @Override
    void close();
  }
}
