package dev.dexscope.wire;

import java.io.IOException;
import java.time.Duration;

/** Thrown when a peer does not complete an operation in time. */
public final class DeadlineException extends IOException {
  private static final long serialVersionUID = 1L;

  public DeadlineException(String peer, String what, Duration limit) {
    super(peer + ": no " + what + " within " + limit.toMillis() + " ms");
  }
}
