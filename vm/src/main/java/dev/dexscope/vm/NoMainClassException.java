package dev.dexscope.vm;

/**
 * Thrown when the class to run cannot be determined. The message names the cause, the file and a
 * remedy.
 */
public final class NoMainClassException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoMainClassException(String message) {
    super(message);
  }
}
