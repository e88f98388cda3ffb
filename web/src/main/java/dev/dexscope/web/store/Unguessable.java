package dev.dexscope.web.store;

import dev.dexscope.base.files.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Random texts that cannot be guessed, for links and for owners; and the hashes of the owners'. */
final class Unguessable {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 16;

  private Unguessable() {}

  /** 128 random bits in hexadecimal digits, which no address, file name or shell changes. */
  static String next() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Returns the hash of a text for storage, from which the text cannot be recovered. */
  static String hash(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns whether a text has this hash, in a time that does not depend on the number of correct
   * characters.
   */
  static boolean fits(String text, String hash) {
    return MessageDigest.isEqual(
        hash(text).getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
  }
}
