package dev.dexscope.trace;

import dev.dexscope.base.bytes.FormatException;

/**
 * Thrown for input that cannot be read as a method trace; contains the fault, the file and the
 * position.
 */
public final class TraceFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public TraceFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
