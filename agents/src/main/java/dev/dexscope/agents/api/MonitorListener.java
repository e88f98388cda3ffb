package dev.dexscope.agents.api;

import java.time.Duration;

/** Receives the waits of threads, from the waiting thread. */
public interface MonitorListener {
  /** A thread wants a monitor that another one has. */
  default void contended(Thread thread, Object monitor) {}

  /** It has got it. */
  default void entered(Thread thread, Object monitor) {}

  /**
   * A thread is about to wait by {@link Object#wait}.
   *
   * @param timeout zero when it waits without end
   */
  default void waiting(Thread thread, Object monitor, Duration timeout) {}

  /**
   * The thread has waited.
   *
   * @param isTimeout whether the wait ended without a notification
   */
  default void waited(Thread thread, Object monitor, boolean isTimeout) {}
}
