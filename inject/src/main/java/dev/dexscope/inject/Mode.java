package dev.dexscope.inject;

/** Which methods get a catch-all, which sees exceptions that leave them. */
public enum Mode {
  /**
   * Those that code may call which is not instrumented. What leaves others is seen where it is
   * caught, or where it leaves instrumented code.
   */
  EDGES,
  /** All: what an exception leaves ends at once, before the handlers of its callers run. */
  FULL
}
