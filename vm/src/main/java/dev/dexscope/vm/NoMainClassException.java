package dev.dexscope.vm;

/** Nothing says which class to run. The message says what, where and what to do. */
public final class NoMainClassException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoMainClassException(String message) {
    super(message);
  }
}
