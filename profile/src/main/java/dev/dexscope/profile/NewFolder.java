package dev.dexscope.profile;

import dev.dexscope.base.files.RefusedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The folder of a new profile: it must not exist, or be empty, or be of an earlier one. */
final class NewFolder {
  private NewFolder() {}

  /** Whether a folder is of an earlier profile. */
  @FunctionalInterface
  interface Earlier {
    boolean is(Path folder) throws IOException;
  }

  /** Refuses the folder of anybody else. */
  static void check(Path folder, Earlier earlier) throws IOException {
    if (Files.exists(folder)
        && !(Files.isDirectory(folder) && (isEmpty(folder) || earlier.is(folder)))) {
      throw new RefusedFileException("output exists", folder, "name a new folder");
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  /** Makes it in a folder that exists. */
  static void create(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new RefusedFileException("no such directory", parent + "", "create it first");
    }
    Files.createDirectory(folder);
  }
}
