package dev.dexscope.wire;

import java.io.IOException;
import java.time.Duration;

/** A peer did not do in time what it was asked for. */
public final class DeadlineException extends IOException {
  private static final long serialVersionUID = 1L;

  public DeadlineException(String peer, String what, Duration limit) {
    super(peer + ": no " + what + " within " + limit.toMillis() + " ms");
  }
}
