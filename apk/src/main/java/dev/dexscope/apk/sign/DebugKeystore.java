package dev.dexscope.apk.sign;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;

/**
 * The key for users who do not specify one. It is created on first use and kept, so that a new
 * build installs over the last one. Its password is not a secret: the file's permissions keep it
 * private.
 */
public final class DebugKeystore {
  private static final String ALIAS = "dexscope";
  private static final char[] PASSWORD = "dexscope".toCharArray();

  /** Those of Android's tools, since 2008. */
  private static final String ANDROID_ALIAS = "androiddebugkey";

  private static final char[] ANDROID_PASSWORD = "android".toCharArray();
  private static final int BITS = 2048;

  private DebugKeystore() {}

  /** Gives a file a second name, which nothing has yet. */
  @FunctionalInterface
  interface Linking {
    Path link(Path name, Path existing) throws IOException;
  }

  /** Returns its path for this user. */
  public static Path path() {
    return Path.of(System.getProperty("user.home"), ".dexscope", "debug.keystore");
  }

  /**
   * The key that Android's own tools sign with, so that an app that they have installed can be
   * updated; the one of {@link #path} where there is none.
   *
   * @param messages the reason if Android's cannot be used
   * @throws IOException if neither can be read
   */
  public static SigningKey ofUser(Consumer<String> messages) throws IOException {
    String folder = System.getenv("ANDROID_USER_HOME");
    Path android =
        folder == null || folder.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".android")
            : Path.of(folder);
    return of(android.resolve("debug.keystore"), path(), messages);
  }

  static SigningKey of(Path android, Path own, Consumer<String> messages) throws IOException {
    if (Files.exists(android)) {
      try {
        return SigningKey.load(android, ANDROID_PASSWORD, ANDROID_ALIAS, new char[0]);
      } catch (IOException | SigningException e) {
        messages.accept("the debug key of Android's tools is not used: " + e.getMessage());
      }
    }
    return openOrCreate(own);
  }

  /**
   * The key of this keystore, which is made when it is not there.
   *
   * @throws IOException if an I/O error occurs
   */
  public static SigningKey openOrCreate(Path path) throws IOException {
    return openOrCreate(path, Files::createLink);
  }

  /** The same on a file system with these links. */
  static SigningKey openOrCreate(Path path, Linking linking) throws IOException {
    if (!Files.exists(path)) {
      create(path, linking);
    }
    return SigningKey.load(path, PASSWORD, ALIAS, new char[0]);
  }

  private static void create(Path path, Linking linking) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder, permissions(path, "rwx------"));
    }
    // Another command may do the same: the first one wins, and no reader sees an incomplete file.
    Path temporary =
        Files.createTempFile(folder, ".debug", ".part", permissions(path, "rw-------"));
    try {
      try (var out = Files.newOutputStream(temporary)) {
        newKeystore().store(out, PASSWORD);
      }
      publish(temporary, path, linking);
    } catch (GeneralSecurityException e) {
      throw new SigningException("this JDK does not support RSA keys", path, "use another JDK", e);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** A link, unlike a move, never replaces what another command has just made. */
  private static void publish(Path temporary, Path path, Linking linking) throws IOException {
    try {
      linking.link(path, temporary);
    } catch (FileAlreadyExistsException e) {
      // The other command's key is as good.
    } catch (UnsupportedOperationException | FileSystemException e) {
      // FAT and some network file systems have no links.
      publishUnderLock(temporary, path);
    }
  }

  /**
   * A move replaces an existing file, so commands take turns. The lock is the system's on an empty
   * file: it ends with a killed command, the file remains. Threads of one process would share it
   * and take turns at this method.
   */
  private static synchronized void publishUnderLock(Path temporary, Path path) throws IOException {
    Path lock = path.resolveSibling(path.getFileName() + ".lock");
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      if (!Files.exists(path)) {
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
      }
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
    // Its password hides nothing. To derive keys from it 30,000 times, as PKCS12 does, takes each
    // command a tenth of a second and more.
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, PASSWORD);
    store.setKeyEntry(ALIAS, pair.getPrivate(), PASSWORD, new Certificate[] {certificate});
    return store;
  }
}
