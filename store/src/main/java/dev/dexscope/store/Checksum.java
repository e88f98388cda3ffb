package dev.dexscope.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The CRC-32C of a file (RFC 3720, appendix B.4), which processors compute as fast as they read: it
 * is compared before each question, and finds what a medium or a copy has damaged. It is no
 * protection against others who write to a store; the SHA-256 beside it is.
 */
final class Checksum {
  private static final int BUFFER = 1 << 20;

  private Checksum() {}

  static String of(Path file) throws IOException {
    var checksum = new CRC32C();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      // Memory outside of the heap stays until a collection, and a store may have many small files.
      ByteBuffer buffer = ByteBuffer.allocateDirect(Math.clamp(channel.size(), 1, BUFFER));
      while (channel.read(buffer) >= 0) {
        checksum.update(buffer.flip());
        buffer.clear();
      }
    }
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }
}
