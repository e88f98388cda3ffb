package dev.dexscope.apk;

import dev.dexscope.base.bytes.FormatException;

/**
 * A package, or a part of one, that is not well-formed: what is wrong, in which file, and where.
 */
public final class ApkFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public ApkFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
