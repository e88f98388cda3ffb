package dev.dexscope.trace.export.profile;

import dev.dexscope.base.files.TemporaryFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Output sorted by thread, for formats that keep a thread's events together, while a trace mixes
 * them: chunks of all threads in one temporary file. This requires little memory, and no file for
 * each thread, because a trace may have more threads than a process may open files.
 */
final class Spool implements AutoCloseable {
  private static final int CHUNK = 1 << 13;
  private static final int FIRST_BUFFER = 64;

  private final TemporaryFile file = new TemporaryFile();
  private final List<@Nullable Part> parts = new ArrayList<>();
  private boolean isWritten;

  Spool() throws IOException {}

  /** Returns the output of a thread. */
  OutputStream of(int thread) {
    while (parts.size() <= thread) {
      parts.add(null);
    }
    Part part = parts.get(thread);
    if (part == null) {
      part = new Part();
      parts.set(thread, part);
    }
    return part;
  }

  boolean has(int thread) {
    return thread < parts.size() && parts.get(thread) != null;
  }

  /** All that a thread wrote. Nothing can be written to any part afterwards. */
  InputStream read(int thread) throws IOException {
    if (!isWritten) {
      for (Part part : parts) {
        if (part != null) {
          part.end();
        }
      }
      isWritten = true;
    }
    return new Chunks(file, Objects.requireNonNull(parts.get(thread)));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** A chunk being filled, and the positions of the others. */
  private final class Part extends OutputStream {
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int size;
    private long[] offsets = new long[1];
    private int[] lengths = new int[1];
    private int chunks;

    @Override
    public void write(int b) throws IOException {
      reserve(1);
      buffer[size++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      reserve(length);
      System.arraycopy(bytes, offset, buffer, size, length);
      size += length;
    }

    private void reserve(int length) throws IOException {
      if (size + length > CHUNK) {
        end();
      }
      if (size + length > buffer.length) {
        buffer = Arrays.copyOf(buffer, Math.max(size + length, 2 * buffer.length));
      }
    }

    void end() throws IOException {
      if (size == 0) {
        return;
      }
      if (chunks == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * chunks);
        lengths = Arrays.copyOf(lengths, 2 * chunks);
      }
      offsets[chunks] = file.append(buffer, size);
      lengths[chunks++] = size;
      size = 0;
    }
  }

  /** The chunks of a part, one after the other. */
  private static final class Chunks extends InputStream {
    private final TemporaryFile file;
    private final Part part;
    private byte[] chunk = new byte[0];
    private int next;
    private int at;

    Chunks(TemporaryFile file, Part part) {
      this.file = file;
      this.part = part;
    }

    @Override
    public int read() throws IOException {
      return hasMore() ? chunk[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (!hasMore()) {
        return -1;
      }
      int count = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, bytes, offset, count);
      at += count;
      return count;
    }

    private boolean hasMore() throws IOException {
      if (at == chunk.length && next < part.chunks) {
        chunk = file.read(part.offsets[next], part.lengths[next]);
        next++;
        at = 0;
      }
      return at < chunk.length;
    }
  }
}
