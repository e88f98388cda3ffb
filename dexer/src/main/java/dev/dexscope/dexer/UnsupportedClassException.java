package dev.dexscope.dexer;

/** Thrown for a class of which this dexer makes no code: D8 makes it, or reports what is wrong. */
final class UnsupportedClassException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsupportedClassException(String reason) {
    super(reason);
  }

  UnsupportedClassException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
