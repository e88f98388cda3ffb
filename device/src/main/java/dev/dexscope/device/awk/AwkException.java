package dev.dexscope.device.awk;

import java.io.IOException;

/** A program that is wrong, or does what it may not do. */
public final class AwkException extends IOException {
  private static final long serialVersionUID = 1L;

  AwkException(String reason) {
    super(reason);
  }
}
