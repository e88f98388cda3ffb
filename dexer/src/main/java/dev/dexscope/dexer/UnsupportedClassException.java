package dev.dexscope.dexer;

/** Thrown for a class of which this dexer makes no code: D8 makes it, or reports what is wrong. */
final class UnsupportedClassException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean isSubroutine;

  UnsupportedClassException(String reason) {
    this(reason, false);
  }

  private UnsupportedClassException(String reason, boolean isSubroutine) {
    super(reason);
    this.isSubroutine = isSubroutine;
  }

  /** Of a class with subroutines, which can be replaced. */
  static UnsupportedClassException ofSubroutine() {
    return new UnsupportedClassException("a subroutine", true);
  }

  boolean isSubroutine() {
    return isSubroutine;
  }
}
