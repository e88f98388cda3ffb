package dev.dexscope.device;

import dev.dexscope.wire.Link;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Copies between two links, in both directions. */
final class Relay {
  private static final int BLOCK = 1 << 16;

  private Relay() {}

  /** Copies until one of the two ends; both are closed then. */
  static void copyBoth(Link one, Link other) {
    Thread back = Thread.ofVirtual().start(() -> copy(other, one));
    copy(one, other);
    try {
      back.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(Link from, Link to) {
    byte[] block = new byte[BLOCK];
    try (InputStream in = from.in();
        OutputStream out = to.out()) {
      int length;
      while ((length = in.read(block)) >= 0) {
        out.write(block, 0, length);
        out.flush();
      }
    } catch (IOException e) {
      // The other direction ends too.
    }
    close(from);
    close(to);
  }

  private static void close(Link link) {
    try {
      link.close();
    } catch (IOException e) {
      // It has ended.
    }
  }
}
