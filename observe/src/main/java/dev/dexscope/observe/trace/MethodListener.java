package dev.dexscope.observe.trace;

import org.jspecify.annotations.Nullable;

/**
 * Receives the program's calls with classes and values, from the threads that make them. A method
 * has a number, for {@link MethodEvents#name}; two classes of one name have the same numbers. A
 * listener's exceptions are thrown into the program.
 */
public interface MethodListener {
  /** A method begins. */
  void entered(Class<?> type, int method);

  /**
   * A method returns.
   *
   * @param value the bits of the returned value: 32 bits in the lower half; 0 for void
   */
  void returned(Class<?> type, int method, long value);

  /** A method returns an object. */
  void returned(Class<?> type, int method, @Nullable Object value);

  /** A method is left by an exception. A constructor may not report it, but see {@link #caught}. */
  void thrown(Class<?> type, int method);

  /** A method continues after an exception: calls that it made have ended, or it threw it. */
  void caught(Class<?> type, int method);
}
