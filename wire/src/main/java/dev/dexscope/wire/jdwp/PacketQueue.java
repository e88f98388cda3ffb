package dev.dexscope.wire.jdwp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of packets, limited by number and bytes. A larger packet is accepted if it is
 * alone.
 *
 * <pre>{@code
 * var asked = new PacketQueue<JdwpPacket.Command>(64, 1 << 22);
 * asked.put(command);                  // by one thread
 * JdwpPacket.Command next = asked.take(); // by another
 * }</pre>
 */
public final class PacketQueue<P extends JdwpPacket> {
  private final int mostPackets;
  private final long mostBytes;
  private final Queue<P> packets = new ArrayDeque<>();
  private long bytes;
  private boolean isClosed;

  public PacketQueue(int mostPackets, long mostBytes) {
    this.mostPackets = mostPackets;
    this.mostBytes = mostBytes;
  }

  /**
   * Adds a packet.
   *
   * @param grace how long to wait for room, so that a slow reader is not mistaken for one that has
   *     stopped
   * @return whether there was room in time, or the queue is closed
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public synchronized boolean offer(P packet, Duration grace) throws InterruptedException {
    long end = System.nanoTime() + grace.toNanos();
    while (!hasRoom(packet)) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      wait(left / 1_000_000 + 1);
    }
    add(packet);
    return true;
  }

  /**
   * Adds a packet as soon as there is room.
   *
   * @return false if the queue is closed
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public synchronized boolean put(P packet) throws InterruptedException {
    while (!hasRoom(packet)) {
      wait();
    }
    add(packet);
    return !isClosed;
  }

  private boolean hasRoom(P packet) {
    return isClosed
        || packets.isEmpty()
        || (packets.size() < mostPackets && bytes + packet.data().length <= mostBytes);
  }

  private void add(P packet) {
    if (!isClosed) {
      packets.add(packet);
      bytes += packet.data().length;
      notifyAll();
    }
  }

  /**
   * The next packet, as soon as there is one; null from the closing on.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public synchronized @Nullable P take() throws InterruptedException {
    while (!isClosed && packets.isEmpty()) {
      wait();
    }
    P next = isClosed ? null : packets.poll();
    if (next != null) {
      bytes -= next.data().length;
      notifyAll();
    }
    return next;
  }

  /** Closes the queue; packets in it are lost. */
  public synchronized void close() {
    isClosed = true;
    packets.clear();
    notifyAll();
  }
}
