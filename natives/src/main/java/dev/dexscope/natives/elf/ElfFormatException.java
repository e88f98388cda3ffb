package dev.dexscope.natives.elf;

import dev.dexscope.base.bytes.FormatException;

/** Thrown for shared libraries that are not as they must be: file, position and reason. */
public final class ElfFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public ElfFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
