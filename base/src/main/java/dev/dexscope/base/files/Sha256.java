package dev.dexscope.base.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests, in hexadecimal digits. */
public final class Sha256 {
  private static final int BUFFER = 1 << 16;

  private Sha256() {}

  /** Begins a digest of several pieces. */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the digest of bytes. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(begin().digest(bytes));
  }

  /** Returns the digest of the bytes that remain in a buffer. */
  public static String of(ByteBuffer bytes) {
    MessageDigest digest = begin();
    digest.update(bytes);
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Returns the digest of a file: whether it is the one that is wanted.
   *
   * @throws IOException if an I/O error occurs
   */
  public static String of(Path file) throws IOException {
    MessageDigest digest = begin();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
