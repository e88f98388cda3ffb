package dev.dexscope.wire;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to a peer and from it: a socket, or a stream of an adb transport. Calls block; operations
 * that a peer must complete in time have a deadline, at which the link is closed.
 *
 * <pre>{@code
 * try (Link link = Link.of(new Socket(InetAddress.getLoopbackAddress(), 8700))) {
 *   byte[] greeting = link.within(Duration.ofSeconds(5), "handshake", () -> link.read(14));
 * }
 * }</pre>
 */
public final class Link implements Closeable {
  private final String peer;
  private final InputStream in;
  private final OutputStream out;
  private final Closeable whole;

  /**
   * @param peer its name, for errors
   * @param whole closes both streams, and so ends what waits for them
   */
  public Link(String peer, InputStream in, OutputStream out, Closeable whole) {
    this.peer = peer;
    this.in = in;
    this.out = out;
    this.whole = whole;
  }

  /**
   * Of a socket, which belongs to the link from now on.
   *
   * @throws IOException if the connection fails
   */
  public static Link of(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return new Link(
        socket.getRemoteSocketAddress() + "",
        new BufferedInputStream(socket.getInputStream(), 1 << 16),
        socket.getOutputStream(),
        socket);
  }

  /** The peer's name, for errors. */
  public String peer() {
    return peer;
  }

  public InputStream in() {
    return in;
  }

  public OutputStream out() {
    return out;
  }

  /**
   * So many bytes; the link may not end before.
   *
   * @throws IOException if the connection fails
   */
  public byte[] read(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException(
          peer + ": ended after " + bytes.length + " of " + length + " bytes that were due");
    }
    return bytes;
  }

  /**
   * Reads so many bytes of a message that has begun, within a time limit.
   *
   * @param what the awaited message, for errors
   * @throws IOException if the connection fails
   */
  public byte[] readWithin(Duration limit, String what, int length) throws IOException {
    // What is in the buffer needs no watch, which costs more than to read it.
    return in.available() >= length ? read(length) : within(limit, what, () -> read(length));
  }

  /**
   * So many bytes, or null where the link has ended before the first.
   *
   * @throws IOException if the connection fails
   */
  public byte @Nullable [] readOrEnd(int length) throws IOException {
    int first = in.read();
    if (first < 0) {
      return null;
    }
    byte[] bytes = new byte[length];
    bytes[0] = (byte) first;
    byte[] others = read(length - 1);
    System.arraycopy(others, 0, bytes, 1, others.length);
    return bytes;
  }

  /**
   * Writes and flushes.
   *
   * @throws IOException if the connection fails
   */
  public void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /**
   * Waits for an answer within a time limit, at which the link is closed.
   *
   * @param what the awaited answer, for errors
   * @throws IOException if the connection fails
   */
  public <T> T within(Duration limit, String what, Callable<T> answer) throws IOException {
    AtomicBoolean decided = new AtomicBoolean();
    Future<?> watch = Deadlines.close(this, limit, decided);
    try {
      T result = answer.call();
      if (!decided.compareAndSet(false, true)) {
        throw new DeadlineException(peer, what, limit);
      }
      return result;
    } catch (IOException | RuntimeException e) {
      if (!decided.compareAndSet(false, true)) {
        throw late(limit, what, e);
      }
      throw e;
    } catch (Exception e) {
      throw new IOException(peer + ": " + what + ": " + e.getMessage(), e);
    } finally {
      watch.cancel(false);
    }
  }

  private IOException late(Duration limit, String what, Exception cause) {
    IOException late = new DeadlineException(peer, what, limit);
    late.initCause(cause);
    return late;
  }

  @Override
  public void close() throws IOException {
    whole.close();
  }

  @Override
  public String toString() {
    return peer;
  }
}
