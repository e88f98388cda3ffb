package dev.dexscope.inject;

/** Selects the methods with a catch-all, which records exceptions that leave them. */
public enum Mode {
  /**
   * Methods that uninstrumented code may call. Exceptions that leave others are recorded where they
   * are caught, or where they leave instrumented code.
   */
  EDGES,
  /** All: a call that an exception leaves ends at once, before the handlers of its callers run. */
  FULL
}
