package dev.dexscope.wire.adb;

import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.math.BigInteger;
import java.util.Base64;

/**
 * The public half of an adb key, in the form of {@code adbkey.pub}: base64 of a structure for
 * devices that calculate with words of 32 bits, a blank, and its owner.
 *
 * @param modulus of 2,048 bits
 * @param owner {@code user@machine}
 */
public record AdbPublicKey(BigInteger modulus, BigInteger exponent, String owner) {
  private static final int BITS = 2048;
  private static final int BYTES = BITS / 8;
  private static final int WORDS = BITS / 32;
  private static final int MOST_TEXT = 4096;
  private static final BigInteger WORD = BigInteger.ONE.shiftLeft(32);

  /** The DER of "what follows is a SHA-1 digest" (PKCS #1 v1.5). */
  private static final byte[] SHA1_PREFIX = {
    0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14
  };

  /** The number of bytes of a token to be signed. */
  public static final int TOKEN = 20;

  public AdbPublicKey {
    if (modulus.signum() <= 0 || modulus.bitLength() != BITS || !modulus.testBit(0)) {
      throw new IllegalArgumentException("no modulus of " + BITS + " bits");
    }
    if (exponent.signum() <= 0 || exponent.bitLength() > 31 || !exponent.testBit(0)) {
      throw new IllegalArgumentException("no exponent: " + exponent);
    }
  }

  /**
   * From the text of a key file, or of an {@code AUTH} message.
   *
   * @param file for errors
   */
  public static AdbPublicKey parse(String file, String text) {
    String line = text.strip();
    if (line.length() > MOST_TEXT) {
      throw new WireFormatException(file, 0, "a key of " + line.length() + " characters");
    }
    int blank = line.indexOf(' ');
    String owner = blank < 0 ? "" : line.substring(blank + 1).strip();
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(blank < 0 ? line : line.substring(0, blank));
    } catch (IllegalArgumentException e) {
      WireFormatException fault =
          new WireFormatException(file, 0, "no key in base64: " + e.getMessage());
      fault.initCause(e);
      throw fault;
    }
    WireReader in = WireReader.littleEndian(file, bytes);
    if (in.i4() != WORDS) {
      throw in.fault("no key of " + WORDS + " words");
    }
    in.skip(4); // -1 / modulus mod 2^32
    BigInteger modulus = unsigned(in.bytes(BYTES));
    in.skip(BYTES); // 2^4096 mod modulus
    BigInteger exponent = BigInteger.valueOf(in.u4());
    if (in.remaining() > 0) {
      throw in.fault(in.remaining() + " bytes after the key");
    }
    try {
      return new AdbPublicKey(modulus, exponent, owner);
    } catch (IllegalArgumentException e) {
      WireFormatException fault = in.fault(e.getMessage() + "");
      fault.initCause(e);
      throw fault;
    }
  }

  /** The text of {@code adbkey.pub}, without an end of line. */
  public String toText() {
    BigInteger inverse = WORD.subtract(modulus.modInverse(WORD)).mod(WORD);
    BigInteger square = BigInteger.ONE.shiftLeft(2 * BITS).mod(modulus);
    byte[] bytes =
        WireWriter.littleEndian()
            .i4(WORDS)
            .i4(inverse.intValue())
            .bytes(littleEndian(modulus))
            .bytes(littleEndian(square))
            .i4(exponent.intValue())
            .toBytes();
    String base64 = Base64.getEncoder().encodeToString(bytes);
    return owner.isEmpty() ? base64 : base64 + " " + owner;
  }

  /** Returns whether this key's private half has signed the token. */
  public boolean verifies(byte[] token, byte[] signature) {
    if (token.length != TOKEN || signature.length != BYTES) {
      return false;
    }
    BigInteger number = new BigInteger(1, signature);
    if (number.compareTo(modulus) >= 0) {
      return false;
    }
    return number.modPow(exponent, modulus).equals(new BigInteger(1, padded(token)));
  }

  /** Returns whether it is the same key, regardless of its owner's name. */
  public boolean isSameKey(AdbPublicKey other) {
    return modulus.equals(other.modulus) && exponent.equals(other.exponent);
  }

  /** A token takes the place of the digest. */
  static byte[] digestInfo(byte[] token) {
    if (token.length != TOKEN) {
      throw new WireFormatException("AUTH", 0, "a token of " + token.length + " bytes");
    }
    return WireWriter.bigEndian().bytes(SHA1_PREFIX).bytes(token).toBytes();
  }

  private static byte[] padded(byte[] token) {
    byte[] info = digestInfo(token);
    WireWriter out = WireWriter.bigEndian().u1(0).u1(1);
    for (int i = 0; i < BYTES - 3 - info.length; i++) {
      out.u1(0xff);
    }
    return out.u1(0).bytes(info).toBytes();
  }

  private static BigInteger unsigned(byte[] littleEndian) {
    byte[] bytes = new byte[littleEndian.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = littleEndian[bytes.length - 1 - i];
    }
    return new BigInteger(1, bytes);
  }

  private static byte[] littleEndian(BigInteger number) {
    byte[] bigEndian = number.toByteArray();
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < bytes.length && i < bigEndian.length; i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return bytes;
  }

  @Override
  public String toString() {
    return "adb key of " + (owner.isEmpty() ? "nobody" : owner);
  }
}
