package dev.dexscope.libcore;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A channel that outlives the interrupts of those who use it. {@link SocketChannel} closes itself
 * when a thread is interrupted that waits in it, or comes to it with an interrupt pending; but a
 * program's threads, which write what they log, are interrupted as the program likes. Without
 * blocking it does not, so here is waited beside it.
 *
 * <p>One thread reads at a time, and one writes; platform threads, as selectors hold the carriers
 * of others.
 */
public final class SteadyChannel implements Closeable {
  private static final int BLOCK = 1 << 16;

  private final SocketChannel channel;
  private final Selector readable = Selector.open();
  private final Selector writable = Selector.open();
  private final InputStream in = new BufferedInputStream(new In(), BLOCK);
  private final OutputStream out = new Out();
  private volatile int timeout;

  /**
   * @param channel belongs to this one from now on
   */
  public SteadyChannel(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.configureBlocking(false);
    channel.register(readable, SelectionKey.OP_READ);
    channel.register(writable, SelectionKey.OP_WRITE);
  }

  /** How many milliseconds reading may wait; 0 for as long as it does. */
  public void timeout(int millis) {
    timeout = millis;
  }

  /** Returns the stream of incoming bytes; closing it closes the channel. */
  public InputStream in() {
    return in;
  }

  /** Returns the stream of outgoing bytes; closing it closes the channel. */
  public OutputStream out() {
    return out;
  }

  /**
   * Waits until something can be done.
   *
   * @param millis 0 for as long as it takes
   */
  private void await(Selector selector, int millis) throws IOException {
    boolean isInterrupted = false;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    try {
      while (selector.select(_ -> {}, left) == 0) {
        // It returns at once while an interrupt is pending.
        isInterrupted |= Thread.interrupted();
        if (!channel.isOpen()) {
          throw new ClosedChannelException();
        }
        left = millis == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (millis != 0 && left <= 0) {
          throw new SocketTimeoutException("Try again"); // EAGAIN, as Linux has it
        }
      }
    } catch (ClosedSelectorException e) {
      throw new ClosedChannelException();
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    readable.close();
    writable.close();
  }

  private final class In extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      if (length == 0) {
        return 0;
      }
      ByteBuffer to = ByteBuffer.wrap(bytes, offset, length);
      int count;
      while ((count = channel.read(to)) == 0) {
        await(readable, timeout);
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      SteadyChannel.this.close();
    }
  }

  private final class Out extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer from = ByteBuffer.wrap(bytes, offset, length);
      while (from.hasRemaining()) {
        if (put(from) == 0) {
          await(writable, 0);
        }
      }
    }

    /** Channels tell by their words only that the other end has gone, sockets by an exception. */
    private int put(ByteBuffer from) throws IOException {
      try {
        return channel.write(from);
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        SocketException gone = new SocketException(e.getMessage());
        gone.initCause(e);
        throw gone;
      }
    }

    @Override
    public void close() throws IOException {
      SteadyChannel.this.close();
    }
  }
}
