package dev.dexscope.device.guest;

import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The packets to a monitor, in the order of their arrival. A debugger may suspend a thread of the
 * program anywhere: one that reports something must not hold a lock meanwhile, nor write to the
 * connection, which replies to the debugger use. So it adds its report to a queue without locks,
 * and a thread of ours writes it, or any other thread of ours that sends something after it.
 *
 * <pre>{@code
 * outbox.tell(threadHasStarted); // by a thread of the program
 * outbox.send(reply);            // by one of ours
 * }</pre>
 */
final class MonitorOutbox implements Closeable {
  /** A monitor that reads nothing is dropped. */
  private static final int MOST_TOLD = 1 << 16;

  /** The same for the program's packets; a single packet may be longer. */
  private static final long MOST_BYTES_TOLD = 1 << 26;

  private final JdwpConnection connection;
  private final Queue<JdwpPacket> told = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final ReentrantLock sending = new ReentrantLock();
  private final Thread writer;
  private volatile boolean isFull;
  private volatile boolean isClosed;

  private MonitorOutbox(JdwpConnection connection, Consumer<IOException> failed) {
    this.connection = connection;
    writer = Thread.ofPlatform().daemon().name("dexscope told").unstarted(() -> writeAll(failed));
  }

  /**
   * Its thread ends when it is closed.
   *
   * @param failed receives the reason when writing fails
   */
  static MonitorOutbox over(JdwpConnection connection, Consumer<IOException> failed) {
    MonitorOutbox outbox = new MonitorOutbox(connection, failed);
    outbox.writer.start();
    return outbox;
  }

  /** Adds a packet. Can be called by any thread, and does not wait. */
  void tell(JdwpPacket packet) {
    // Counted first: one that is there and not counted would keep the writer from its rest.
    int packets = count.incrementAndGet();
    long all = bytes.addAndGet(packet.data().length);
    isFull |= packets > MOST_TOLD || (packets > 1 && all > MOST_BYTES_TOLD);
    if (!isFull && !isClosed) {
      told.add(packet);
    }
    LockSupport.unpark(writer);
  }

  /** Writes the queued packets, then this one. Must not be called by a thread of the program. */
  void send(JdwpPacket packet) throws IOException {
    sending.lock();
    try {
      writeTold();
      connection.write(packet);
    } finally {
      sending.unlock();
    }
  }

  private void writeAll(Consumer<IOException> failed) {
    try {
      while (!isClosed) {
        if (isFull) {
          throw new IOException(connection.peer() + ": does not read its packets");
        }
        sending.lock();
        try {
          writeTold();
        } finally {
          sending.unlock();
        }
        if (told.isEmpty()) {
          LockSupport.park(this);
        }
      }
    } catch (IOException e) {
      failed.accept(e);
    }
  }

  private void writeTold() throws IOException {
    for (int left = count.get(); left > 0; left--) {
      JdwpPacket next = told.poll();
      if (next == null) {
        return;
      }
      count.decrementAndGet();
      bytes.addAndGet(-next.data().length);
      connection.write(next);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(writer);
  }
}
