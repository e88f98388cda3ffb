package dev.dexscope.trace.answer;

/**
 * A cell that names a method below its callers.
 *
 * @param depth how many of them
 */
public record Nested(int depth, Named method) {
  /** Returns the method's name, as programs receive it. */
  @Override
  public String toString() {
    return method.name();
  }
}
