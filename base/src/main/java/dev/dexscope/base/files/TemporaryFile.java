package dev.dexscope.base.files;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A private file that only grows, for data that is too large for the heap, accessed by offset. If
 * the system permits it, the file has no name once it is open, so that it is removed however the
 * process ends.
 *
 * <pre>{@code
 * try (var file = new TemporaryFile()) {
 *   long offset = file.append(bytes, bytes.length);
 *   MemorySegment all = file.map();
 * }
 * }</pre>
 */
public final class TemporaryFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path path;
  private final boolean isNamed;

  // Not a channel: it would close when the writing thread is interrupted.
  private final RandomAccessFile file;
  private final byte[] buffer = new byte[BUFFER];
  private int used;
  private long written;
  private boolean isHandedOver;

  /**
   * A file in the folder for such files ({@code java.io.tmpdir}).
   *
   * @throws IOException if an I/O error occurs
   */
  public TemporaryFile() throws IOException {
    this(Path.of(System.getProperty("java.io.tmpdir")));
  }

  TemporaryFile(Path folder) throws IOException {
    this.path = Files.createTempFile(folder, "dexscope", ".tmp");
    this.file = new RandomAccessFile(path.toFile(), "rw");
    this.isNamed = !removeName(path);
  }

  /** Linux and macOS remove a name and keep the open file; Windows refuses. */
  private static boolean removeName(Path path) {
    try {
      Files.delete(path);
      return true;
    } catch (IOException e) {
      path.toFile().deleteOnExit();
      return false;
    }
  }

  /** Returns how many bytes it has. */
  public long size() {
    return written + used;
  }

  /**
   * Adds bytes at the end; returns the offset at which they stand.
   *
   * @throws IOException if it cannot be written
   */
  public long append(byte[] bytes, int length) throws IOException {
    long offset = size();
    add(bytes, 0, length);
    return offset;
  }

  private void add(byte[] bytes, int from, int length) throws IOException {
    if (length > BUFFER - used) {
      flush();
    }
    if (length > BUFFER) {
      write(bytes, from, length);
    } else {
      System.arraycopy(bytes, from, buffer, used, length);
      used += length;
    }
  }

  /** A stream that adds at the end; to close it does nothing. */
  public OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        add(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        add(bytes, from, length);
      }
    };
  }

  private void flush() throws IOException {
    write(buffer, 0, used);
    used = 0;
  }

  private void write(byte[] bytes, int from, int length) throws IOException {
    try {
      file.write(bytes, from, length);
    } catch (IOException e) {
      // The JDK's exception does not name the file, which is on another disk than the result.
      throw new FileSystemException(path.toString(), null, e.getMessage());
    }
    written += length;
  }

  /**
   * Returns the open file with all that was added: it belongs to the caller from now on, and {@link
   * #close} does not close it.
   *
   * @throws IOException if it cannot be written
   */
  public RandomAccessFile handOver() throws IOException {
    flush();
    isHandedOver = true;
    return file;
  }

  /**
   * All that was added so far. It stays in view when the file is closed.
   *
   * @throws IOException if it cannot be read
   */
  public MemorySegment map() throws IOException {
    flush();
    return file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, written, Arena.ofAuto());
  }

  /**
   * Reads a part of what was added so far. What is read of a large file in parts does not stay in
   * memory, as it does of a mapped one.
   *
   * @throws IOException if it cannot be read
   */
  public byte[] read(long offset, int length) throws IOException {
    flush();
    var bytes = new byte[length];
    file.seek(offset);
    try {
      file.readFully(bytes);
    } finally {
      file.seek(written);
    }
    return bytes;
  }

  /**
   * Copies all that was added so far.
   *
   * @throws IOException if it cannot be written
   */
  public void copyTo(OutputStream out) throws IOException {
    flush();
    file.seek(0);
    for (int read; (read = file.read(buffer)) >= 0; ) {
      out.write(buffer, 0, read);
    }
  }

  @Override
  public void close() throws IOException {
    if (isHandedOver) {
      return;
    }
    file.close();
    if (isNamed) {
      Files.delete(path);
    }
  }
}
