package dev.dexscope.compile;

import dev.dexscope.base.files.CacheFolder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Gets D8 once, in one version with one checksum, into Dexscope's cache.
 *
 * <pre>{@code
 * Path jar = D8Install.fromMaven();
 * }</pre>
 */
public final class D8Install {
  /** The version of R8, whose jar D8 is in. */
  public static final String VERSION = "9.5.28";

  public static final String COORDINATES = "com.android.tools:r8:" + VERSION;

  /** The SHA-256 digest of the jar. */
  public static final String SHA_256 =
      "38a9ffaaebbd17d1514e3ecbff5a85b989bb13c551b9e224c7409514eea84ff5";

  public static final String LICENCE =
      "D8 is part of R8, by the R8 authors, under the BSD 3-clause licence; what is in it besides"
          + " has licences of its own: see LICENSE in the jar";

  static final String FILE = "r8-" + VERSION + ".jar";

  /** Maven's own way to put one file into a folder, with the user's proxies and mirrors. */
  private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy";

  private static final long SIZE = 21_188_744;

  private D8Install() {}

  /**
   * Installs a jar that the user has got.
   *
   * @throws CompileException when it is not the very file
   */
  public static Path from(Path jar) throws IOException {
    return from(jar, D8Places.ofUser());
  }

  static Path from(Path jar, D8Places places) throws IOException {
    if (!isPinned(jar)) {
      throw new CompileException(
          "this is not the file " + FILE,
          jar,
          "its SHA-256 is " + SHA_256 + "; " + D8.VARIABLE + " names any other D8");
    }
    Path target = places.installed();
    Files.createDirectories(places.cache());
    Path part = Files.createTempFile(places.cache(), FILE, ".part");
    try {
      Files.copy(jar, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
    return target;
  }

  /** Lets Maven get it from Maven Central, or from where the user's settings say. */
  public static Path fromMaven() throws IOException {
    D8Places places = D8Places.ofUser();
    Path maven =
        onPath("mvn", places)
            .orElseThrow(() ->
                new MissingToolException(
                    "Maven is not there to get " + COORDINATES,
                    "PATH",
                    "get "
                        + FILE
                        + " from Maven Central, then: dexscope d8 install --from "
                        + FILE));
    return fromMaven(maven, places);
  }

  static Path fromMaven(Path maven, D8Places places) throws IOException {
    Path folder = Files.createTempDirectory("dexscope-d8");
    Path jar = folder.resolve(FILE);
    try {
      Process process =
          new ProcessBuilder(
                  maven.toString(),
                  "-B",
                  "-q",
                  COPY,
                  "-Dartifact=" + COORDINATES,
                  "-DoutputDirectory=" + folder)
              .directory(folder.toFile())
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (process.waitFor() != 0 || !Files.isRegularFile(jar)) {
        throw new MissingToolException(
            "Maven did not get " + COORDINATES,
            maven,
            "see its messages; or: dexscope d8 install --from " + FILE);
      }
      return from(jar, places);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while Maven ran");
    } finally {
      Files.deleteIfExists(jar);
      Files.deleteIfExists(folder);
    }
  }

  private static Optional<Path> onPath(String name, D8Places places) {
    for (String each : places.environment().getOrDefault("PATH", "").split(":")) {
      Path file = Path.of(each, name);
      if (!each.isEmpty() && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Whether it is the very file that Dexscope was tested with. */
  static boolean isPinned(Path jar) {
    try {
      return Files.isRegularFile(jar)
          && Files.size(jar) == SIZE
          && CacheFolder.sha256(jar).equals(SHA_256);
    } catch (IOException e) {
      return false;
    }
  }
}
