package dev.dexscope.device.script;

import java.io.IOException;

/** A script that the shell does not understand. */
public final class SyntaxException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean isIncomplete;

  private SyntaxException(String reason, boolean isIncomplete) {
    super("syntax error: " + reason);
    this.isIncomplete = isIncomplete;
  }

  SyntaxException(String reason) {
    this(reason, false);
  }

  /** One that has no end: more text may complete it. */
  static SyntaxException incomplete(String missing) {
    return new SyntaxException("no " + missing, true);
  }

  /** Returns whether more text may complete the script. */
  public boolean isIncomplete() {
    return isIncomplete;
  }
}
