package dev.dexscope.wire.jdwp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Packets that wait for a user to read them: so many, and so many bytes, at most. */
final class Outbox {
  private static final int MOST_PACKETS = 4096;
  private static final long MOST_BYTES = 1L << 28;

  private final Queue<JdwpPacket> packets = new ArrayDeque<>();
  private long bytes;
  private boolean isClosed;

  /**
   * Leaves a packet.
   *
   * @param grace how long to wait for room, so that who reads is not taken for one who does not
   * @return whether there was room in time
   */
  synchronized boolean offer(JdwpPacket packet, Duration grace) throws InterruptedException {
    long end = System.nanoTime() + grace.toNanos();
    int length = packet.data().length;
    while (!isClosed && !hasRoom(length)) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      wait(left / 1_000_000 + 1);
    }
    if (!isClosed) {
      packets.add(packet);
      bytes += length;
      notifyAll();
    }
    return true;
  }

  /** The largest packet has room where it is alone. */
  private boolean hasRoom(int length) {
    return packets.isEmpty() || (packets.size() < MOST_PACKETS && bytes + length <= MOST_BYTES);
  }

  /** The next packet, as soon as there is one; null from the closing on. */
  synchronized @Nullable JdwpPacket take() throws InterruptedException {
    while (!isClosed && packets.isEmpty()) {
      wait();
    }
    JdwpPacket next = isClosed ? null : packets.poll();
    if (next != null) {
      bytes -= next.data().length;
      notifyAll();
    }
    return next;
  }

  /** What still waits is lost. */
  synchronized void close() {
    isClosed = true;
    packets.clear();
    notifyAll();
  }
}
