package dev.dexscope.base.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

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
    return of(System.getenv(), System.getProperty("user.home"));
  }

  /**
   * The folder that {@code DEXSCOPE_CACHE} names, otherwise the one in {@code XDG_CACHE_HOME}, or
   * in the folder {@code .cache} of {@code HOME}. A relative path is ignored, as the XDG Base
   * Directory Specification requires: processes with other current folders would not find it.
   *
   * @param home the user's as the Java VM knows it, which does not look at {@code HOME}
   */
  static Path of(Map<String, String> environment, String home) {
    for (String variable : List.of("DEXSCOPE_CACHE", "XDG_CACHE_HOME", "HOME")) {
      Path named = Path.of(environment.getOrDefault(variable, ""));
      if (named.isAbsolute()) {
        return switch (variable) {
          case "DEXSCOPE_CACHE" -> named;
          case "XDG_CACHE_HOME" -> named.resolve("dexscope");
          default -> named.resolve(".cache/dexscope");
        };
      }
    }
    return Path.of(home, ".cache/dexscope");
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
