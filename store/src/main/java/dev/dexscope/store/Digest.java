package dev.dexscope.store;

import dev.dexscope.base.files.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Ids, which are the first eight bytes of SHA-256 digests. */
final class Digest {
  private Digest() {}

  /** The id of what has this name. */
  static long idOf(String name) {
    return ByteBuffer.wrap(Sha256.begin().digest(name.getBytes(StandardCharsets.UTF_8))).getLong();
  }

  /** The id of what has this digest. */
  static long idOfDigest(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal.substring(0, 16), 16);
  }
}
