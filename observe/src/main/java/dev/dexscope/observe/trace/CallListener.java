package dev.dexscope.observe.trace;

/**
 * Receives the program's calls from the threads that make them. It must be quick, and must not wait
 * for another thread of the program.
 */
public interface CallListener {
  /** The current thread begins a call. */
  void entered(ProgramMethod method);

  /**
   * A call of the current thread has ended.
   *
   * @param isThrown whether an exception has left it
   */
  void left(ProgramMethod method, boolean isThrown);
}
