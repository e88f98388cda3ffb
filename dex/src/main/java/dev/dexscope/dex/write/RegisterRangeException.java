package dev.dexscope.dex.write;

/**
 * An instruction has no room for the number of a register, or no frame is so large. Whoever grows
 * frames leaves such a method as it is, or grows it the other way.
 */
public final class RegisterRangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RegisterRangeException(String message) {
    super(message);
  }
}
