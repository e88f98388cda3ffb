package dev.dexscope.trace.answer;

import dev.dexscope.trace.MethodTable;

/**
 * A cell that names a method.
 *
 * @param method its number in the trace; -1 for a substitute
 * @param name its name in the trace, with its descriptor
 */
public record Named(int method, String name) {
  /** Shown if there is no name. */
  private static final String NOBODY = "-";

  static Named of(MethodTable methods, int method) {
    return new Named(method, method < 0 ? NOBODY : methods.get(method).fullName());
  }

  /** Returns the name, as programs receive it. */
  @Override
  public String toString() {
    return name;
  }
}
