package dev.dexscope.monitor.hprof;

import dev.dexscope.base.bytes.FormatException;

/** A dump that is not what the format says: what is wrong, in which file, and where. */
public final class HprofFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  HprofFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
