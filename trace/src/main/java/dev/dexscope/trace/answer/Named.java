package dev.dexscope.trace.answer;

import dev.dexscope.trace.MethodTable;

/**
 * A cell that names a method.
 *
 * @param method its number in the trace; -1 for what stands there instead of one
 * @param name the trace's name of it, with its descriptor
 */
public record Named(int method, String name) {
  /** That where there is none. */
  private static final String NOBODY = "-";

  static Named of(MethodTable methods, int method) {
    return new Named(method, method < 0 ? NOBODY : methods.get(method).fullName());
  }

  /** What programs see. */
  @Override
  public String toString() {
    return name;
  }
}
