package dev.dexscope.wire;

import dev.dexscope.base.bytes.FormatException;

/**
 * Thrown for bytes of a peer, or of a recording, that violate the protocol; contains the fault, the
 * packet or file, and the position.
 */
public final class WireFormatException extends FormatException {
  private static final long serialVersionUID = 1L;

  public WireFormatException(String file, long offset, String reason) {
    super(file, offset, reason);
  }
}
