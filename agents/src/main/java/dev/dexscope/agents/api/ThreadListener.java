package dev.dexscope.agents.api;

/** Receives the program's threads, from the threads themselves. */
public interface ThreadListener {
  /** A thread begins to run. */
  default void started(Thread thread) {}

  /** A thread has run. */
  default void ended(Thread thread) {}
}
