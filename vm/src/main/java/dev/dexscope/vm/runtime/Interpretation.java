package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A run of a constructor or class initialiser that stops before each instruction which the JVM
 * accepts only from the class's own code: the call of the other constructor, fields of {@code this}
 * that are set before it, static final fields. The stub executes it and continues the run.
 */
public interface Interpretation {
  /** The address of the instruction that it has stopped at; -1 when the method has returned. */
  int stop();

  /** A value that the instruction needs, boxed. */
  @Nullable Object operand(int index);

  /** Executes the instruction, which sets a static field that is not final to the JVM. */
  void put() throws Throwable;

  /**
   * Continues after the instruction, up to the next stop.
   *
   * @param self the new object, once the other constructor has returned
   */
  void proceed(@Nullable Object self) throws Throwable;
}
