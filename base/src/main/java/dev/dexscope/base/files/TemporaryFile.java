package dev.dexscope.base.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A private file that only grows: what is too large for the heap goes there, and is found again by
 * its offset. Where the system allows it, the file has no name once it is open, so that nothing of
 * it stays behind however the process ends.
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

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private long written;

  /** A file in the folder for such files ({@code java.io.tmpdir}). */
  public TemporaryFile() throws IOException {
    this(Path.of(System.getProperty("java.io.tmpdir")));
  }

  TemporaryFile(Path folder) throws IOException {
    // On Linux and macOS the option removes the name at once, elsewhere with the last handle.
    this.channel =
        FileChannel.open(
            Files.createTempFile(folder, "dexscope", ".tmp"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** How many bytes it has. */
  public long size() {
    return written + buffer.position();
  }

  /** Adds bytes at the end; returns the offset at which they stand. */
  public long append(byte[] bytes, int length) throws IOException {
    long offset = size();
    if (length > buffer.remaining()) {
      flush();
    }
    if (length > buffer.remaining()) {
      write(ByteBuffer.wrap(bytes, 0, length));
    } else {
      buffer.put(bytes, 0, length);
    }
    return offset;
  }

  private void flush() throws IOException {
    write(buffer.flip());
    buffer.clear();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      written += channel.write(bytes, written);
    }
  }

  /** All that was added so far. It stays in view when the file is closed. */
  public MemorySegment map() throws IOException {
    flush();
    return channel.map(FileChannel.MapMode.READ_ONLY, 0, written, Arena.ofAuto());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
