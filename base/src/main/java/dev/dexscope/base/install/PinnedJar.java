package dev.dexscope.base.install;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.files.Seal;
import dev.dexscope.base.files.Sha256;
import dev.dexscope.base.files.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A jar of others in the one version that Dexscope was tested with: too large, or not ours, to be
 * shipped. Users install it once.
 *
 * <pre>{@code
 * var d8 = new PinnedJar("com.android.tools", "r8", "9.5.28", 21_188_744, "38a9...", "dexscope d8 install");
 * Path jar = d8.fetch(CacheFolder.ofUser().resolve("d8"));
 * }</pre>
 *
 * @param sha256 its SHA-256 digest, in hexadecimal digits
 * @param command what installs it; with {@code --from FILE} a file that the user has got
 */
public record PinnedJar(
    String group, String artifact, String version, long size, String sha256, String command) {

  public String coordinates() {
    return group + ":" + artifact + ":" + version;
  }

  /** The name of its file. */
  public String file() {
    return artifact + "-" + version + ".jar";
  }

  /** Returns its place in Maven's repository, where the user may have it already. */
  public Path inMavenRepository(Path home) {
    return home.resolve(".m2/repository")
        .resolve(group.replace('.', '/'))
        .resolve(artifact)
        .resolve(version)
        .resolve(file());
  }

  /** Returns whether this is the very file. */
  public boolean isAt(Path jar) {
    try {
      return Files.isRegularFile(jar) && Files.size(jar) == size && Sha256.of(jar).equals(sha256);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The same of a jar in a folder of somebody else's, which is read as a whole only if it has
   * changed since it was looked at.
   *
   * @param notes our folder, for what is known of it
   */
  public boolean isAt(Path jar, Path notes) {
    try {
      return Files.isRegularFile(jar)
          && Files.size(jar) == size
          && Seal.in(notes, jar).holds(sha256);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns where it is in a folder that it was put into; empty when it is not there. It is looked
   * at anew when it has changed since it was looked at.
   *
   * @throws MissingToolException when another file has its name
   */
  public Optional<Path> installedIn(Path folder) {
    Path jar = folder.resolve(file());
    if (!Files.isRegularFile(jar)) {
      return Optional.empty();
    }
    if (!Seal.of(jar).holds(sha256)) {
      throw new MissingToolException(
          "this is not the file that was installed any more", jar, "type: " + command);
    }
    return Optional.of(jar);
  }

  /**
   * Copies it into a folder.
   *
   * @param given the user's jar; null to download it with Maven
   * @throws IOException if an I/O error occurs
   */
  public Path obtain(@Nullable Path given, Path folder) throws IOException {
    return given == null ? fetch(folder) : install(InputFile.check(given), folder);
  }

  /**
   * Puts a jar that the user has got into a folder.
   *
   * @throws RefusedFileException when it is not the very file
   * @throws IOException if an I/O error occurs
   */
  public Path install(Path jar, Path folder) throws IOException {
    if (!isAt(jar)) {
      throw new RefusedFileException(
          "this is not the file " + file(), jar, "the SHA-256 of that is " + sha256);
    }
    Files.createDirectories(folder);
    Path part = Files.createTempFile(folder, file(), ".part");
    try {
      Files.copy(jar, part, StandardCopyOption.REPLACE_EXISTING);
      Path installed = folder.resolve(file());
      Seal.of(installed).set(part, sha256);
      return Files.move(part, installed, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /**
   * Downloads it with Maven from Maven Central, or from the repository in the user's settings.
   *
   * @throws IOException if an I/O error occurs
   */
  public Path fetch(Path folder) throws IOException {
    Maven maven =
        Maven.find()
            .orElseThrow(() ->
                new MissingToolException(
                    "Maven is not there to get " + coordinates(),
                    "PATH",
                    "get " + file() + " from Maven Central, then: " + byHand()));
    return fetch(maven, folder);
  }

  Path fetch(Maven maven, Path folder) throws IOException {
    try (var temporary = TemporaryFolder.make()) {
      Path work = temporary.path();
      Path jar = work.resolve(file());
      boolean isDone =
          maven.run(work, Maven.COPY, "-Dartifact=" + coordinates(), "-DoutputDirectory=" + work);
      if (!isDone || !Files.isRegularFile(jar)) {
        throw new MissingToolException(
            "Maven did not get " + coordinates(),
            maven.program(),
            "see its message above; or: " + byHand());
      }
      return install(jar, folder);
    }
  }

  private String byHand() {
    return command + " --from " + file();
  }
}
