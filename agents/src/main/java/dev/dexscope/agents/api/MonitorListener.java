package dev.dexscope.agents.api;

import java.time.Duration;

/** Is told who waits for what, by the thread that waits. */
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
   * It has waited.
   *
   * @param isTimeout whether nobody has notified it
   */
  default void waited(Thread thread, Object monitor, boolean isTimeout) {}
}
