package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/** A method that the interpreter runs: called by the bodies of such methods (stubs). */
public interface Interpreted {
  /**
   * Runs the method.
   *
   * @param arguments boxed, {@code this} first
   * @return the result, boxed; null for void
   */
  @Nullable Object invoke(@Nullable Object... arguments) throws Throwable;

  /**
   * Starts a method that has instructions which the JVM only takes from the class's own code (see
   * {@link Interpretation}).
   *
   * @param arguments boxed, without {@code this}, which a constructor does not have yet
   */
  Interpretation start(@Nullable Object... arguments) throws Throwable;
}
