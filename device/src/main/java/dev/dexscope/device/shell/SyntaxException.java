package dev.dexscope.device.shell;

import java.io.IOException;

/** A line that the shell does not understand. */
final class SyntaxException extends IOException {
  private static final long serialVersionUID = 1L;

  SyntaxException(String reason) {
    super("syntax error: " + reason);
  }
}
