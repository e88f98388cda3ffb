package dev.dexscope.trace.answer;

/**
 * A cell that names a method below its callers.
 *
 * @param depth how many of them
 */
public record Nested(int depth, Named method) {
  /** What programs see. */
  @Override
  public String toString() {
    return method.name();
  }
}
