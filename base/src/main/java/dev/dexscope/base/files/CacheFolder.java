package dev.dexscope.base.files;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

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
    return absolute(environment, "DEXSCOPE_CACHE")
        .or(() -> absolute(environment, "XDG_CACHE_HOME").map(each -> each.resolve("dexscope")))
        .orElseGet(
            () -> absolute(environment, "HOME").orElse(Path.of(home)).resolve(".cache/dexscope"));
  }

  private static Optional<Path> absolute(Map<String, String> environment, String variable) {
    return Optional.of(Path.of(environment.getOrDefault(variable, ""))).filter(Path::isAbsolute);
  }
}
