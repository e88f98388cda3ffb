package dev.dexscope.inject;

/**
 * What is put into methods: calls that measure them, of which some have a catch-all, too, which
 * records exceptions that leave them; or calls at places of their code that report what runs.
 */
public enum Mode {
  /**
   * Methods that uninstrumented code may call. Exceptions that leave others are recorded where they
   * are caught, or where they leave instrumented code.
   */
  EDGES,
  /** All: a call that an exception leaves ends at once, before the handlers of its callers run. */
  FULL,
  /** Nothing is measured: what was reached of the code is reported. */
  COVERAGE,
  /**
   * The same of methods only, in a quarter of the space or less: not which of their lines were
   * reached.
   */
  METHOD_COVERAGE;

  /** Returns whether code reports what is reached, and measures nothing. */
  boolean isCoverage() {
    return this == COVERAGE || this == METHOD_COVERAGE;
  }
}
