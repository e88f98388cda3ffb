package dev.dexscope.trace;

import dev.dexscope.base.bytes.FormatException;

/** Input that cannot be read as a method trace: what is wrong, in which file, and where. */
public final class TraceFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public TraceFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
