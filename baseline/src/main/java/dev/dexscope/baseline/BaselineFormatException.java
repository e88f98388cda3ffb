package dev.dexscope.baseline;

import dev.dexscope.base.bytes.FormatException;

/** Thrown for rules and for profiles that are damaged, or none. */
public final class BaselineFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  BaselineFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
