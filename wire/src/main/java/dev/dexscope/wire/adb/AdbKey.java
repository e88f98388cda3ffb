package dev.dexscope.wire.adb;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.wire.WireFormatException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/**
 * A key that authenticates to devices: the file {@code ~/.android/adbkey}, in PEM, with its public
 * half beside it.
 *
 * <pre>{@code
 * AdbKey key = AdbKey.read(Path.of(home, ".android", "adbkey"));
 * byte[] signature = key.sign(token);
 * }</pre>
 */
public final class AdbKey {
  private static final int BITS = 2048;
  private static final int MOST_BYTES = 1 << 16;
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private final RSAPrivateCrtKey key;
  private final AdbPublicKey publicKey;

  private AdbKey(RSAPrivateCrtKey key, String owner) {
    this.key = key;
    publicKey = new AdbPublicKey(key.getModulus(), key.getPublicExponent(), owner);
  }

  /**
   * A new key.
   *
   * @param owner {@code user@machine}
   */
  public static AdbKey generate(String owner) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(BITS);
      return new AdbKey((RSAPrivateCrtKey) generator.generateKeyPair().getPrivate(), owner);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK does not support RSA keys", e);
    }
  }

  /**
   * From a file as adb writes it; the owner is taken from {@code .pub} beside it.
   *
   * @throws IOException if it cannot be read
   */
  public static AdbKey read(Path file) throws IOException {
    return parse(file.toString(), text(file), owner(file));
  }

  private static String text(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new WireFormatException(file.toString(), MOST_BYTES, "too long for a key");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  private static String owner(Path file) throws IOException {
    Path publicFile = publicFile(file);
    if (!Files.isReadable(publicFile)) {
      return "";
    }
    return AdbPublicKey.parse(publicFile.toString(), text(publicFile)).owner();
  }

  /**
   * From the text of a file.
   *
   * @param file for errors
   */
  public static AdbKey parse(String file, String pem, String owner) {
    int begin = pem.indexOf(BEGIN);
    int end = begin < 0 ? -1 : pem.indexOf(END, begin + BEGIN.length());
    if (end < 0) {
      throw new WireFormatException(file, 0, "no private key in PEM (PKCS #8)");
    }
    try {
      byte[] der = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
      if (KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der))
          instanceof RSAPrivateCrtKey key) {
        return new AdbKey(key, owner);
      }
      throw new WireFormatException(file, begin, "a key without its public exponent");
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      WireFormatException fault =
          new WireFormatException(file, begin, "no RSA key of adb's: " + e.getMessage());
      fault.initCause(e);
      throw fault;
    }
  }

  /**
   * Writes it, only for its owner to read, and the public half beside it.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    OutputFile.replace(
        file,
        temporary -> {
          if (temporary.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.deleteIfExists(temporary);
            Files.createFile(
                temporary,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
          }
          Files.writeString(temporary, toPem());
        });
    OutputFile.write(
        publicFile(file),
        out -> out.write((publicKey.toText() + "\n").getBytes(StandardCharsets.US_ASCII)));
  }

  private String toPem() {
    Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
    return BEGIN + "\n" + lines.encodeToString(key.getEncoded()) + "\n" + END + "\n";
  }

  private static Path publicFile(Path file) {
    return file.resolveSibling(file.getFileName() + ".pub");
  }

  public AdbPublicKey publicKey() {
    return publicKey;
  }

  /** Signs a device's token of 20 bytes, which takes the place of a SHA-1 digest. */
  public byte[] sign(byte[] token) {
    try {
      Signature signature = Signature.getInstance("NONEwithRSA");
      signature.initSign(key);
      signature.update(AdbPublicKey.digestInfo(token));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot sign with an RSA key", e);
    }
  }
}
