package dev.dexscope.monitor.vm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A file that a VM sends in one chunk. The thread that reads from the VM writes it; the requesting
 * thread waits, as long as bytes arrive.
 */
final class Download {
  private static final int BLOCK = 1 << 16;

  private final CompletableFuture<Long> ended = new CompletableFuture<>();
  private final Object lock = new Object();
  private @Nullable OutputStream out;
  private volatile long lastNanos = System.nanoTime();

  Download(OutputStream out) {
    this.out = out;
  }

  /** Takes the chunk. A file that cannot be written is no fault of the VM's: its bytes are read. */
  void take(InputStream data, long length) throws IOException {
    byte[] block = new byte[BLOCK];
    for (long left = length; left > 0; ) {
      int count = data.read(block, 0, (int) Math.min(block.length, left));
      if (count < 0) {
        throw new IOException("the packet has ended " + left + " bytes too early");
      }
      left -= count;
      write(block, count);
      lastNanos = System.nanoTime();
    }
    ended.complete(length);
  }

  private void write(byte[] block, int count) {
    synchronized (lock) {
      if (out == null) {
        return;
      }
      try {
        out.write(block, 0, count);
      } catch (IOException e) {
        out = null;
        ended.completeExceptionally(e);
      }
    }
  }

  /** Discards the remaining bytes. */
  void fail(Throwable reason) {
    synchronized (lock) {
      out = null;
    }
    ended.completeExceptionally(reason);
  }

  /**
   * Waits for the end.
   *
   * @param patience how long nothing may come
   * @return how many bytes there were; null where nothing came in time
   */
  @Nullable Long await(Duration patience) throws IOException {
    try {
      while (true) {
        long left = lastNanos + patience.toNanos() - System.nanoTime();
        if (left <= 0) {
          return null;
        }
        try {
          return ended.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          // Bytes may have come meanwhile.
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
