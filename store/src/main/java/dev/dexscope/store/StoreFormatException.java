package dev.dexscope.store;

import dev.dexscope.base.bytes.FormatException;

/** Thrown for files of a store that are not as they must be: file, position and reason. */
public final class StoreFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public StoreFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
