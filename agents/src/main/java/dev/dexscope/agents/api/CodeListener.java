package dev.dexscope.agents.api;

/** Receives instructions that a thread is about to execute. */
@FunctionalInterface
public interface CodeListener {
  /**
   * A thread has come to an instruction; it waits until this returns.
   *
   * @param place the instruction, which has not been executed yet
   */
  void reached(Thread thread, CodePlace place);
}
