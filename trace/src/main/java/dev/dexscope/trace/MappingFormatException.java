package dev.dexscope.trace;

import dev.dexscope.base.bytes.FormatException;

/**
 * Thrown for a file that is no mapping of ProGuard or R8, so that it is not taken for the trace.
 */
public final class MappingFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public MappingFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
