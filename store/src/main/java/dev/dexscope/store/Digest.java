package dev.dexscope.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, and the ids that are its first eight bytes. */
final class Digest {
  private static final int BUFFER = 1 << 16;

  private Digest() {}

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /** The digest of a file. */
  static String of(Path file) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read; (read = in.read(buffer)) >= 0; ) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The id of what has this name. */
  static long idOf(String name) {
    return ByteBuffer.wrap(sha256().digest(name.getBytes(StandardCharsets.UTF_8))).getLong();
  }

  /** The id of what has this digest. */
  static long idOfDigest(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal.substring(0, 16), 16);
  }
}
