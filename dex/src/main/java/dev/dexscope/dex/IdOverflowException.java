package dev.dexscope.dex;

/**
 * A file has no room for one more id: instructions have 16 bits for it. {@code DexBuilder} answers
 * with an {@code Outcome.Overflow}; code that adds many ids by itself may catch it.
 */
public final class IdOverflowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String section;
  private final int limit;

  public IdOverflowException(String section, int limit) {
    super(section + " is full: a dex file holds " + limit + " at most");
    this.section = section;
    this.limit = limit;
  }

  /** The section, in the specification's words. */
  public String section() {
    return section;
  }

  /** Returns how many ids it holds. */
  public int limit() {
    return limit;
  }
}
