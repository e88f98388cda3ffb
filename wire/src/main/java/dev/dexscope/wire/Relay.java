package dev.dexscope.wire;

import java.io.IOException;

/**
 * Copies bytes from one link to another, and back, until one of them ends.
 *
 * <pre>{@code
 * Relay.run(debugger, recorder.listen(vm, Protocol.JDWP, Direction.FROM_DEVICE));
 * }</pre>
 */
public final class Relay {
  /** A whole message of adb's, and more than a socket's stream copies at once. */
  private static final int BLOCK = 1 << 16;

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
    byte[] block = new byte[BLOCK];
    try (from;
        to) {
      for (int length = from.in().read(block); length >= 0; length = from.in().read(block)) {
        to.out().write(block, 0, length);
      }
    } catch (IOException e) {
      // The other direction ends by this one's closing both.
    }
  }
}
