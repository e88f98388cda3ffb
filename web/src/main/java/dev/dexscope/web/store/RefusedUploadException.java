package dev.dexscope.web.store;

import java.io.Serial;

/** Thrown when an upload is refused, with the message to its sender. Nothing of it is kept. */
public final class RefusedUploadException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /** Why. */
  public enum Cause {
    /** It is no trace that can be read. */
    UNREADABLE,
    /** It has more bytes than are taken. */
    TOO_LARGE,
    /** The disk has no room for it. */
    NO_ROOM,
    /** Too many others are on their way. */
    BUSY
  }

  private final Cause cause;

  RefusedUploadException(Cause cause, String reason) {
    super(reason);
    this.cause = cause;
  }

  /** The kind of reason. */
  public Cause why() {
    return cause;
  }

  /** The reason, in words. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
