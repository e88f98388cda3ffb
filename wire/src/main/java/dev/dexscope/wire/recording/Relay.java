package dev.dexscope.wire.recording;

import dev.dexscope.wire.Link;
import java.io.IOException;

/**
 * Copies bytes from one link to another, and back, until one of them ends.
 *
 * <pre>{@code
 * Relay.run(debugger, recorder.listen(vm, Protocol.JDWP, Direction.FROM_DEVICE));
 * }</pre>
 */
public final class Relay {
  private Relay() {}

  /**
   * Closes both links in the end.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void run(Link one, Link other) throws IOException {
    Thread back = Thread.ofVirtual().start(() -> copy(other, one));
    copy(one, other);
    try {
      back.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(one.peer() + ": interrupted", e);
    }
  }

  /** A link that fails has ended too. */
  private static void copy(Link from, Link to) {
    try (from;
        to) {
      from.in().transferTo(to.out());
    } catch (IOException e) {
      // The other direction ends by this one's closing both.
    }
  }
}
