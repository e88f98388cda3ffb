package dev.dexscope.agents;

import java.io.IOException;

/** A listener of an agent, which receives events until it fails. */
final class Told {
  private final String agent;
  private volatile boolean hasFailed;

  /**
   * @param agent whose it is
   */
  Told(String agent) {
    this.agent = agent;
  }

  /** An event for a listener. */
  interface Telling {
    void tell() throws IOException;
  }

  void tell(Telling event) {
    if (hasFailed) {
      return;
    }
    try {
      event.tell();
    } catch (StackOverflowError e) {
      // The program's stack is full: it will know itself in a moment.
    } catch (IOException | RuntimeException | Error e) {
      hasFailed = true;
      System.err.println(
          "dexscope: an agent failed and receives no further events, " + agent + "; " + e);
    }
  }
}
