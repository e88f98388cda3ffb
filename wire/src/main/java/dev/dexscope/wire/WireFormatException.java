package dev.dexscope.wire;

import dev.dexscope.base.bytes.FormatException;

/**
 * Bytes of a peer, or of a recording, that are not what the protocol says: what is wrong, in which
 * packet or file, and where.
 */
public final class WireFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public WireFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
