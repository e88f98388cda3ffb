package dev.dexscope.inject.coverage;

import dev.dexscope.base.bytes.FormatException;

/** Thrown for files of reached places that are damaged, or none. */
public final class PlacesFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  PlacesFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
