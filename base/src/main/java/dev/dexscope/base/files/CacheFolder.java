package dev.dexscope.base.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The user's folder for files that Dexscope has generated or fetched, and can generate or fetch
 * again.
 *
 * <pre>{@code
 * Path framework = CacheFolder.ofUser().resolve("apps");
 * }</pre>
 */
public final class CacheFolder {
  private CacheFolder() {}

  /** The user's; it need not be there yet. */
  public static Path ofUser() {
    return of(System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"));
  }

  /**
   * XDG Base Directory Specification: a relative path is invalid, and to be ignored.
   *
   * @param named the value of the variable
   */
  public static Path of(@Nullable String named, String home) {
    Path folder = Path.of(named == null ? "" : named);
    return (folder.isAbsolute() ? folder : Path.of(home, ".cache")).resolve("dexscope");
  }

  /**
   * The SHA-256 digest of a file, in hexadecimal digits: whether it is the one that is wanted.
   *
   * @throws IOException if an I/O error occurs
   */
  public static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
