package dev.dexscope.wire.adb;

import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Link;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a transport. Each side has one message on its way that the other has not taken: a
 * stream whose reader is slow holds at most two messages in memory, and holds up no other stream.
 * Peers that do not wait, as some libraries, are tolerated as adbd does; the transport limits what
 * they may send.
 */
public final class AdbStream implements Closeable {
  private static final int MOST_SHOWN = 100;

  /** What a message that waits takes besides its data, about. */
  private static final int OVERHEAD = 64;

  private static final byte[] NOTHING = new byte[0];

  private final AdbTransport transport;
  private final String service;
  private final int local;
  private final Object lock = new Object();
  private int remote;
  private boolean mayWrite;
  private boolean isClosed;
  private boolean isClosedByPeer;
  private final Queue<byte[]> arrived = new ArrayDeque<>();
  private byte[] current = NOTHING;
  private int used;

  /** The number of bytes kept for the peer: its name, and data that was not read. */
  private int held;

  AdbStream(AdbTransport transport, String service, int local, int remote) {
    this.transport = transport;
    this.service =
        service.length() <= MOST_SHOWN ? service : service.substring(0, MOST_SHOWN) + "...";
    this.local = local;
    this.remote = remote;
    mayWrite = remote != 0;
    hold(service.length());
  }

  private void hold(int change) {
    held += change;
    transport.held(change);
  }

  /** Returns the name of the service, {@code shell:ls}; of a long command the beginning. */
  public String service() {
    return service;
  }

  int local() {
    return local;
  }

  /** Returns the connection that the stream belongs to. */
  public AdbTransport transport() {
    return transport;
  }

  /** Both directions in one, which is closed with the stream. */
  public Link link() {
    return new Link(transport.peer() + " " + service, new Incoming(), new Outgoing(), this);
  }

  /** Waits for the peer to take the stream. */
  void awaitOpened(Duration limit) throws IOException {
    synchronized (lock) {
      await(() -> remote != 0 || isOver(), limit, "answer to the opening of " + service);
      if (remote == 0) {
        throw new IOException(transport.peer() + " refused the service " + service);
      }
    }
  }

  /** The peer has taken the opening, or the last message. */
  void acknowledged(int by) {
    synchronized (lock) {
      if (remote == 0) {
        remote = by;
      }
      mayWrite |= by == remote;
      lock.notifyAll();
    }
  }

  /**
   * Data of the peer's.
   *
   * @return whether it was allowed to send them
   */
  boolean received(byte[] data) {
    synchronized (lock) {
      boolean isAllowed = remote != 0;
      if (isAllowed && !isClosed) {
        arrived.add(data);
        hold(data.length + OVERHEAD);
      }
      lock.notifyAll();
      return isAllowed;
    }
  }

  /** The peer has closed its end, or the transport has ended. */
  void closedByPeer() {
    synchronized (lock) {
      isClosedByPeer = true;
      lock.notifyAll();
    }
  }

  boolean isClosedByPeer() {
    synchronized (lock) {
      return isClosedByPeer;
    }
  }

  private boolean isOver() {
    return isClosed || isClosedByPeer;
  }

  private interface Condition {
    boolean holds();
  }

  /** With the lock held. */
  private void await(Condition condition, @Nullable Duration limit, String what)
      throws IOException {
    long end = limit == null ? Long.MAX_VALUE : System.nanoTime() + limit.toNanos();
    try {
      while (!condition.holds()) {
        if (limit == null) {
          lock.wait();
          continue;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          throw new DeadlineException(transport.peer(), what, limit);
        }
        lock.wait(left / 1_000_000, (int) (left % 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(transport.peer() + ": interrupted", e);
    }
  }

  private int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    while (true) {
      boolean mayAnswer;
      synchronized (lock) {
        if (used < current.length) {
          int count = Math.min(length, current.length - used);
          System.arraycopy(current, used, into, offset, count);
          used += count;
          if (used == current.length) {
            hold(-used - OVERHEAD);
            current = NOTHING;
            used = 0;
          }
          return count;
        }
        await(() -> !arrived.isEmpty() || isOver(), null, "data");
        byte[] next = isClosed ? null : arrived.poll();
        if (next == null) {
          return -1;
        }
        current = next;
        used = 0;
        mayAnswer = !isClosedByPeer;
      }
      if (mayAnswer) {
        acknowledge();
      }
    }
  }

  /** If this fails, the transport has ended, after the data that has already arrived. */
  private void acknowledge() {
    try {
      transport.send(AdbMessage.of(AdbMessage.OKAY, local, remote));
    } catch (IOException e) {
      closedByPeer();
    }
  }

  private int available() {
    synchronized (lock) {
      return current.length - used + arrived.stream().mapToInt(each -> each.length).sum();
    }
  }

  private void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int count = Math.min(end - at, transport.mostData());
      synchronized (lock) {
        await(() -> mayWrite || isOver(), null, "room");
        if (isOver()) {
          throw new EOFException(transport.peer() + " " + service + ": the stream is closed");
        }
        mayWrite = false;
      }
      byte[] data = Arrays.copyOfRange(bytes, at, at + count);
      transport.send(new AdbMessage(AdbMessage.WRTE, local, remote, data));
      at += count;
    }
  }

  /**
   * Closes both directions. Written data is sent to the peer first, if the peer reads it in time.
   *
   * @throws IOException if the connection fails
   */
  @Override
  public void close() throws IOException {
    boolean isLast;
    synchronized (lock) {
      if (isClosed) {
        return;
      }
      boolean isOpened = remote != 0;
      try {
        if (isOpened) {
          await(() -> mayWrite || isOver(), transport.patience(), "reader of the last data");
        }
      } catch (DeadlineException e) {
        // Then it is lost.
      }
      isLast = !isClosed;
      isClosed = true;
      if (isLast) {
        hold(-held);
        arrived.clear();
        current = NOTHING;
        used = 0;
      }
      lock.notifyAll();
    }
    if (isLast) {
      transport.forget(this, remote);
    }
  }

  @Override
  public String toString() {
    return transport.peer() + " " + service;
  }

  private final class Incoming extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return AdbStream.this.read(into, offset, length);
    }

    @Override
    public int available() {
      return AdbStream.this.available();
    }

    @Override
    public void close() throws IOException {
      AdbStream.this.close();
    }
  }

  private final class Outgoing extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      AdbStream.this.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      AdbStream.this.close();
    }
  }
}
