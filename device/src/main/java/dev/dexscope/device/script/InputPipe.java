package dev.dexscope.device.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A pipe between two threads; the writer waits while much has not been read. */
public final class InputPipe extends InputStream {
  /** As many as Linux keeps (pipe(7)), and one block. */
  private static final int MOST_BYTES = 1 << 16;

  private final Queue<byte[]> blocks = new ArrayDeque<>();
  private byte[] current = new byte[0];
  private int used;
  private int waiting;
  private boolean hasEnded;

  /** Adds bytes, which belong to the pipe from now on. */
  public synchronized void give(byte[] bytes) throws InterruptedException {
    while (waiting > MOST_BYTES && !hasEnded) {
      wait();
    }
    if (!hasEnded && bytes.length > 0) {
      blocks.add(bytes);
      waiting += bytes.length;
      notifyAll();
    }
  }

  /** Returns the stream to write to; its writer ends when the reader has closed the pipe. */
  OutputStream writer() {
    return new EndingOutput(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void flush() throws IOException {
            if (hasEnded()) {
              throw new IOException("Broken pipe");
            }
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
              if (hasEnded()) {
                throw new IOException("Broken pipe");
              }
              give(Arrays.copyOfRange(bytes, offset, offset + length));
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              throw new InterruptedIOException("interrupted");
            }
          }
        });
  }

  private synchronized boolean hasEnded() {
    return hasEnded;
  }

  /** Nothing more comes. */
  public synchronized void end() {
    hasEnded = true;
    notifyAll();
  }

  @Override
  public int read() throws InterruptedIOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] into, int offset, int length) throws InterruptedIOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (used == current.length) {
      byte[] next = next();
      if (next == null) {
        return -1;
      }
      current = next;
      used = 0;
      waiting -= next.length;
      notifyAll();
    }
    int count = Math.min(length, current.length - used);
    System.arraycopy(current, used, into, offset, count);
    used += count;
    return count;
  }

  /** With the lock held: the next bytes; null at the end. */
  private byte @Nullable [] next() throws InterruptedIOException {
    try {
      while (blocks.isEmpty() && !hasEnded) {
        wait();
      }
      return blocks.poll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  @Override
  public synchronized int available() {
    return current.length - used + waiting;
  }

  /** Closes the pipe for the reader. */
  @Override
  public void close() {
    end();
  }
}
