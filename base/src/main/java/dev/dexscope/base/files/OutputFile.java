package dev.dexscope.base.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that appears whole or not at all: bytes go to a temporary file in the same folder, which
 * takes the target's name when the writer has ended well.
 *
 * <pre>{@code
 * OutputFile.write(Path.of("flame.html"), out -> FlameGraph.write(trace, out));
 * }</pre>
 */
public final class OutputFile {
  private static final int BUFFER = 1 << 16;

  private OutputFile() {}

  /** What fills the file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  public static void write(Path target, Content content) throws IOException {
    replace(
        target,
        temporary -> {
          try (var out = new BufferedOutputStream(Files.newOutputStream(temporary), BUFFER)) {
            content.writeTo(out);
          }
        });
  }

  /** What writes the file by its own means, under the temporary name that it is given. */
  @FunctionalInterface
  public interface Writer {
    void write(Path temporary) throws IOException;
  }

  public static void replace(Path target, Writer writer) throws IOException {
    if (Files.isDirectory(target)) {
      throw new RefusedFileException("output is a directory", target, "name a file");
    }
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new RefusedFileException("no such directory", folder + "", "create it first");
    }
    // Not createTempFile: that makes the file private, a result has the user's usual permissions.
    String suffix = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Path temporary = folder.resolve("." + target.getFileName() + "." + suffix + ".part");
    // An interrupted command (Ctrl-C) must leave no half file behind either.
    var cleanup = new Thread(() -> deleteQuietly(temporary));
    Runtime.getRuntime().addShutdownHook(cleanup);
    try {
      writer.write(temporary);
      publish(temporary, target);
    } finally {
      deleteQuietly(temporary);
      removeHook(cleanup);
    }
  }

  private static void publish(Path temporary, Path target) throws IOException {
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The VM is going down: the hook runs, and finds nothing to delete.
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // Nothing better can be done with a temporary file that cannot be deleted.
    }
  }
}
