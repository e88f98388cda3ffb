package dev.dexscope.trace.dmtracedump;

/** Sees the records of a trace as the file has them: no return is added, no time corrected. */
@FunctionalInterface
public interface RecordVisitor {
  /**
   * One record.
   *
   * @param thread the thread's id
   * @param method the method's id
   * @param action 0 call, 1 return, 2 left by an exception, 3 has no meaning
   * @param micros the record's first time, unsigned 32 bits; CPU time where there are two clocks
   */
  void record(int thread, long method, int action, long micros);
}
