package dev.dexscope.web.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns whether a text has this hash, in a time that does not depend on the number of correct
   * characters.
   */
  static boolean fits(String text, String hash) {
    return MessageDigest.isEqual(
        hash(text).getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
