package dev.dexscope.trace;

/**
 * Receives the calls of a trace in the order of the file: on each thread every {@code enter} has
 * its {@code exit}, properly nested, with times that never go back. Times are nanoseconds from the
 * trace's start; the times of a clock that the trace lacks are 0.
 */
public interface CallVisitor {
  /**
   * A call begins.
   *
   * @param thread index into {@link Trace#threads()}
   * @param method index into {@link Trace#methods()}
   */
  void enter(int thread, int method, long wall, long cpu);

  /**
   * The innermost call of the thread ends.
   *
   * @param exception whether it was left by an exception
   */
  void exit(int thread, int method, long wall, long cpu, boolean exception);
}
