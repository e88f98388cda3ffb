package dev.dexscope.apk;

import dev.dexscope.base.bytes.FormatException;

/**
 * Thrown for a package, or a part of one, that is not well-formed; contains the fault, the file and
 * the position.
 */
public final class ApkFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public ApkFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
