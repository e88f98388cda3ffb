package dev.dexscope.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The checks that every command makes of a file before a parser sees it. */
public final class InputFile {
  private InputFile() {}

  /**
   * The path itself when it names a file with something in it.
   *
   * @throws IOException if it cannot be read
   */
  public static Path check(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    if (Files.isDirectory(path)) {
      throw new RefusedFileException("is a directory", path, "name a file in it");
    }
    if (!Files.isReadable(path)) {
      throw new RefusedFileException("access denied", path, "check its permissions");
    }
    if (Files.isRegularFile(path) && Files.size(path) == 0) {
      throw new RefusedFileException("is an empty file", path, "make it again");
    }
    return path;
  }
}
