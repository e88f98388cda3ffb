package dev.dexscope.web.store;

import dev.dexscope.base.files.Sha256;
import dev.dexscope.web.store.RefusedUploadException.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * A received trace.
 *
 * @param sha256 the digest of its bytes
 * @param size the number of its bytes
 */
record Upload(String sha256, long size) {
  private static final int BUFFER = 1 << 16;

  /**
   * Copies a stream to a file.
   *
   * @throws RefusedUploadException when it is too large, or empty, or there is no room
   */
  static Upload receive(InputStream in, Path file, Room.Share room, StoreLimits limits)
      throws IOException {
    MessageDigest digest = Sha256.begin();
    long size = 0;
    try (OutputStream out = new DigestOutputStream(Files.newOutputStream(file), digest)) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        size += read;
        if (size > limits.mostBytes()) {
          throw tooLarge(limits);
        }
        room.grow(read);
        out.write(buffer, 0, read);
      }
    }
    if (size == 0) {
      throw new RefusedUploadException(Cause.UNREADABLE, "the file is empty");
    }
    return new Upload(HexFormat.of().formatHex(digest.digest()), size);
  }

  private static RefusedUploadException tooLarge(StoreLimits limits) {
    return new RefusedUploadException(
        Cause.TOO_LARGE, "traces of more than " + limits.mostBytes() + " bytes are not taken");
  }
}
