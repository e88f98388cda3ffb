package dev.dexscope.base.zip;

import dev.dexscope.base.bytes.FormatException;

/**
 * A zip file, or an entry of one, that is not well-formed: what is wrong, in which file, and where.
 */
public final class ZipFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public ZipFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
