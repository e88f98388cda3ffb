package dev.dexscope.observe.trace;

import org.jspecify.annotations.Nullable;

/**
 * Is told of the program's calls in terms of classes and values, by the threads that make them. A
 * method has a number, by which {@link MethodEvents#name} knows it; two classes of one name have
 * the same numbers. What a listener throws goes into the program.
 */
public interface MethodListener {
  /** A method begins. */
  void entered(Class<?> type, int method);

  /**
   * A method returns.
   *
   * @param value the bits of what it returns: one of 32 bits in the lower half; 0 for nothing
   */
  void returned(Class<?> type, int method, long value);

  /** A method returns an object. */
  void returned(Class<?> type, int method, @Nullable Object value);

  /** A method is left by an exception. A constructor may not say so, but see {@link #caught}. */
  void thrown(Class<?> type, int method);

  /** A method goes on behind an exception: calls that it made have ended, or it threw it. */
  void caught(Class<?> type, int method);
}
