package dev.dexscope.monitor.hprof;

import dev.dexscope.base.bytes.FormatException;

/** Thrown for a dump that violates the format; contains the fault, the file and the position. */
public final class HprofFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  HprofFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
