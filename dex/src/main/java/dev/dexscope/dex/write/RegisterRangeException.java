package dev.dexscope.dex.write;

/**
 * An instruction has no room for the number of a register, or no frame is so large. Callers that
 * enlarge frames skip such a method, or enlarge it at the other end.
 */
public final class RegisterRangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RegisterRangeException(String message) {
    super(message);
  }
}
