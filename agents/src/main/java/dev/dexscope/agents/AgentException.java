package dev.dexscope.agents;

import java.io.IOException;

/** An agent cannot be loaded, or does not want to be. */
public final class AgentException extends IOException {
  private static final long serialVersionUID = 1;

  AgentException(String message) {
    super(message);
  }
}
