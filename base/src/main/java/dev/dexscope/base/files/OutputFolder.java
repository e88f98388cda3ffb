package dev.dexscope.base.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A folder that appears whole or not at all; the twin of {@link OutputFile}. */
public final class OutputFolder {
  private static final Deleter DELETER = new Deleter();
  private static final String NO_SPACE = "No space left on device";

  private OutputFolder() {}

  /** Writes into the folder, which exists and is empty. */
  @FunctionalInterface
  public interface Content {
    void writeInto(Path folder) throws IOException;
  }

  /**
   * A folder that exists already may hold other work: it is used only when it is empty. A link to
   * it is followed.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(Path named, Content content) throws IOException {
    Path target = target(named);
    try (var part = PartFile.beside(target)) {
      fill(part.path(), target, content);
    }
  }

  /**
   * The same for content that continues when the process is terminated, and ends by itself then:
   * its folder must not be deleted meanwhile.
   *
   * @throws IOException if it cannot be written
   */
  public static void writeToItsEnd(Path named, Content content) throws IOException {
    Path target = target(named);
    Path part = PartFile.nameBeside(target);
    try {
      fill(part, target, content);
    } finally {
      delete(part);
    }
  }

  private static Path target(Path named) throws IOException {
    if (Files.exists(named) && !isEmptyFolder(named)) {
      throw new RefusedFileException("output exists", named, "name a new folder");
    }
    Path target = Files.exists(named) ? named.toRealPath() : named;
    Path parent = target.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new RefusedFileException("no such directory", parent + "", "create it first");
    }
    return target;
  }

  private static void fill(Path part, Path target, Content content) throws IOException {
    Files.createDirectory(part);
    writeInto(part, target, content);
    Files.deleteIfExists(target);
    Files.move(part, target);
  }

  /** What a stream throws on a full disk names no file; nothing that is read fails by that. */
  private static void writeInto(Path part, Path target, Content content) throws IOException {
    try {
      content.writeInto(part);
    } catch (IOException e) {
      if (NO_SPACE.equals(e.getMessage())) {
        throw new FileSystemException(target.toString(), null, NO_SPACE);
      }
      throw e;
    }
  }

  private static boolean isEmptyFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (var files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  /**
   * Deletes a folder with all in it, if it is there; links in it are not followed. What somebody
   * else deletes meanwhile is deleted too.
   *
   * @throws java.nio.file.DirectoryNotEmptyException if somebody adds to it meanwhile
   * @throws IOException if an I/O error occurs
   */
  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(folder, DELETER);
  }

  private static final class Deleter extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(visited);
      return FileVisitResult.CONTINUE;
    }
  }
}
