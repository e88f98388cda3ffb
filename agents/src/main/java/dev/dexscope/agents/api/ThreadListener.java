package dev.dexscope.agents.api;

/** Is told of the program's threads, by themselves. */
public interface ThreadListener {
  /** A thread begins to run. */
  default void started(Thread thread) {}

  /** A thread has run. */
  default void ended(Thread thread) {}
}
