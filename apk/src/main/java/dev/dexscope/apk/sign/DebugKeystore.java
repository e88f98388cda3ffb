package dev.dexscope.apk.sign;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;

/**
 * The key for users who name none. It is made on first use and stays, so that a new build installs
 * over the last one. Its password is no secret: the file's permissions keep it private.
 */
public final class DebugKeystore {
  private static final String ALIAS = "dexscope";
  private static final char[] PASSWORD = "dexscope".toCharArray();
  private static final int BITS = 2048;

  private DebugKeystore() {}

  /** Where it stands for this user. */
  public static Path path() {
    return Path.of(System.getProperty("user.home"), ".dexscope", "debug.keystore");
  }

  /** The key of this keystore, which is made when it is not there. */
  public static SigningKey openOrCreate(Path path) throws IOException {
    if (!Files.exists(path)) {
      create(path);
    }
    return SigningKey.load(path, PASSWORD, ALIAS, new char[0]);
  }

  private static void create(Path path) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder, permissions(path, "rwx------"));
    }
    // Another command may do the same: who is first wins, nobody sees half a file.
    Path temporary =
        Files.createTempFile(folder, ".debug", ".part", permissions(path, "rw-------"));
    try {
      try (var out = Files.newOutputStream(temporary)) {
        newKeystore().store(out, PASSWORD);
      }
      publish(temporary, path);
    } catch (FileAlreadyExistsException e) {
      // The other command's key is as good.
    } catch (GeneralSecurityException e) {
      throw new SigningException("this JDK makes no RSA keys", path, "use another JDK", e);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** A link, unlike a move, never replaces what another command has just made. */
  private static void publish(Path temporary, Path path) throws IOException {
    try {
      Files.createLink(path, temporary);
    } catch (UnsupportedOperationException e) {
      Files.move(temporary, path);
    }
  }

  private static FileAttribute<?>[] permissions(Path path, String text) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
        }
        : new FileAttribute<?>[0];
  }

  private static KeyStore newKeystore() throws GeneralSecurityException, IOException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(BITS);
    KeyPair pair = generator.generateKeyPair();
    X509Certificate certificate = SelfSignedCertificate.of(pair, "Dexscope Debug");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    store.setKeyEntry(ALIAS, pair.getPrivate(), PASSWORD, new Certificate[] {certificate});
    return store;
  }
}
