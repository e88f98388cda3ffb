package dev.dexscope.base.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Leaves holes for large writes, so that files of gigabytes cost neither time nor disk space. */
final class HoleChannel implements WritableByteChannel {
  static final OpenOption[] OPTIONS = {
    StandardOpenOption.CREATE,
    StandardOpenOption.READ,
    StandardOpenOption.WRITE,
    StandardOpenOption.SPARSE
  };

  private final FileChannel file;

  HoleChannel(Path path) throws IOException {
    this.file = FileChannel.open(path, OPTIONS);
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    if (bytes.remaining() < 1 << 20) {
      return file.write(bytes);
    }
    int size = bytes.remaining();
    bytes.position(bytes.limit());
    file.position(file.position() + size);
    return size;
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
