package dev.dexscope.art;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Android's own runtime, with its compiler, as it was installed on this machine. It is not part of
 * Dexscope.
 *
 * <pre>{@code
 * int exitCode = ArtRun.of(Art.required(), List.of(Path.of("hello.jar")), "Hello").run();
 * }</pre>
 *
 * @param folder where it is
 */
public record Art(Path folder) {
  /** The variable that names a folder with an installation. */
  public static final String VARIABLE = "DEXSCOPE_ART";

  /** The file that an installation ends with. */
  public static final String VERSION_FILE = "version";

  /** The file with Android's classes, among those that it can start with. */
  public static final String ANDROID = "android.jar";

  /**
   * Counts the ways in which installations of one version were made: 2 redefines classes, 3 has
   * Android's classes.
   */
  private static final int RECIPE = 3;

  private static final String INSTALL = "type: dexscope art install";

  /** The folder of installations, for which there need be none. */
  public static Path place() {
    return CacheFolder.ofUser().resolve("art");
  }

  /** Whether it can be there: its parts are for this system and processor. */
  public static boolean isPossible() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  /** Returns the one that is installed, if there is one. */
  public static Optional<Art> find() {
    String named = System.getenv().getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      var art = new Art(Path.of(named).toAbsolutePath());
      if (!art.isWhole()) {
        throw new MissingToolException(
            "no runtime is installed there", named, "let " + VARIABLE + " name one, or unset it");
      }
      return Optional.of(art);
    }
    return Optional.of(new Art(place().resolve("runtime"))).filter(Art::isWhole);
  }

  /**
   * Returns the one that is installed.
   *
   * @throws MissingToolException if there is none
   */
  public static Art required() {
    return find()
        .orElseThrow(() ->
            isPossible()
                ? new MissingToolException("Android's runtime is not installed", place(), INSTALL)
                : unsupported());
  }

  /** Returns why it cannot be here. */
  public static MissingToolException unsupported() {
    return new MissingToolException(
        "Android's runtime is available for Linux on x86_64 only",
        System.getProperty("os.name") + " on " + System.getProperty("os.arch"),
        "use the engines that are built in, or a Debian container for x86_64");
  }

  private boolean isWhole() {
    return Files.isRegularFile(folder.resolve(VERSION_FILE));
  }

  /**
   * Returns the version of its package.
   *
   * @throws IOException if an I/O error occurs
   */
  public String version() throws IOException {
    return lines().stream().findFirst().orElse("unknown");
  }

  /**
   * Returns whether it was made as installations are made now.
   *
   * @throws IOException if an I/O error occurs
   */
  public boolean isCurrent() throws IOException {
    return lines().contains(recipeLine());
  }

  /** The line of {@link #VERSION_FILE} below the version. */
  public static String recipeLine() {
    return "recipe " + RECIPE;
  }

  private List<String> lines() throws IOException {
    return Files.readString(folder.resolve(VERSION_FILE), StandardCharsets.UTF_8).lines().toList();
  }

  Path lib() {
    return folder.resolve("lib");
  }

  /**
   * The classes that it starts with.
   *
   * @param isAndroid whether Android's are among them
   */
  String bootClassPath(boolean isAndroid) {
    Path boot = folder.resolve("boot");
    return boot.resolve("core.jar")
        + ":"
        + boot.resolve("more.jar")
        + (isAndroid ? ":" + boot.resolve(ANDROID) : "");
  }

  /** Whether it has Android's classes. */
  public boolean hasAndroid() {
    return Files.isRegularFile(folder.resolve("boot").resolve(ANDROID));
  }
}
