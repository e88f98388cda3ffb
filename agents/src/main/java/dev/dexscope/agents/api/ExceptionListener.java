package dev.dexscope.agents.api;

/** Receives exceptions. */
public interface ExceptionListener {
  /** An exception is being thrown. */
  default void thrown(ThrownException thrown) {}

  /**
   * An exception has been caught.
   *
   * @param place where the program goes on
   */
  default void caught(Thread thread, Throwable exception, CodePlace place) {}
}
