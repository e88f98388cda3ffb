package dev.dexscope.base.files;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file, or a folder, that is being written beside its target. It is deleted when it is closed, or
 * when the process is terminated, unless it was published before.
 *
 * <pre>{@code
 * try (var part = PartFile.beside(target)) {
 *   Files.writeString(part.path(), "whole");
 *   part.publish(target);
 * }
 * }</pre>
 */
public final class PartFile implements AutoCloseable {
  private final Leftover part;

  private PartFile(Path path) {
    this.part = new Leftover(path);
  }

  /** A name in the folder of {@code target} that no file has; the file is not made. */
  public static PartFile beside(Path target) {
    return new PartFile(nameBeside(target));
  }

  static Path nameBeside(Path target) {
    // Not createTempFile: that makes the file private, a result has the user's usual permissions.
    String suffix = Long.toHexString(ThreadLocalRandom.current().nextLong());
    return target
        .toAbsolutePath()
        .resolveSibling("." + target.getFileName() + "." + suffix + ".part");
  }

  /** Returns where it is written. */
  public Path path() {
    return part.path();
  }

  /**
   * Gives it the target's name, in one step where the file system can do that.
   *
   * @throws IOException if an I/O error occurs
   */
  public void publish(Path target) throws IOException {
    try {
      Files.move(path(), target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(path(), target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public void close() {
    part.close();
  }
}
