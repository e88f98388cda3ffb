package dev.dexscope.wire.jdwp;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outlet of a user with a connection. Its packets wait in a bounded queue, so that a user that
 * does not read delays the others for a second at most: then it is dropped.
 */
final class QueuedOutlet implements HubOutlet {
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final int MOST_PACKETS = 4096;
  private static final long MOST_BYTES = 1L << 26;

  private final JdwpConnection connection;
  private final boolean isOwner;
  private final PacketQueue<JdwpPacket> outbox = new PacketQueue<>(MOST_PACKETS, MOST_BYTES);

  /**
   * @param isOwner whether the connection ends with the user
   */
  QueuedOutlet(JdwpConnection connection, boolean isOwner) {
    this.connection = connection;
    this.isOwner = isOwner;
  }

  @Override
  public void send(JdwpPacket packet) {
    try {
      if (!outbox.offer(packet, GRACE)) {
        close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
    }
  }

  @Override
  public void drop(@Nullable Exception reason) {
    if (isOwner) {
      close();
    } else {
      outbox.close();
    }
  }

  private void close() {
    outbox.close();
    try {
      connection.close();
    } catch (IOException e) {
      // It is dropped anyway.
    }
  }

  /** Writes until the user is dropped. */
  void writeAll() {
    try {
      JdwpPacket next;
      while ((next = outbox.take()) != null) {
        connection.write(next);
      }
    } catch (IOException e) {
      close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
    }
  }
}
