package dev.dexscope.observe.hprof;

import dev.dexscope.base.bytes.FormatException;

/** A file that is not a heap dump of HotSpot's, or a damaged one. */
public final class HprofFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  HprofFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
