package dev.dexscope.compile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A class file, and those of the classes inside it, which stand beside it. */
final class ClassFile {
  static final String SUFFIX = ".class";

  private ClassFile() {}

  /** Returns whether a path is a class file's; the description of a module is none. */
  static boolean isOne(String path) {
    return path.endsWith(SUFFIX)
        && !path.equals("module-info.class")
        && !path.endsWith("/module-info.class");
  }

  /** Returns whether an entry of a jar becomes dex code; classes for other versions do not. */
  static boolean isCode(String entry) {
    return isOne(entry) && !entry.startsWith("META-INF/");
  }

  static List<Path> withInnerClasses(Path file) throws IOException {
    List<Path> all = new ArrayList<>(List.of(file));
    String name = file.getFileName().toString();
    if (!name.endsWith(SUFFIX)) {
      return all;
    }
    String prefix = name.substring(0, name.length() - SUFFIX.length()) + "$";
    Path folder = file.toAbsolutePath().getParent();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, each -> isInner(each, prefix))) {
      files.forEach(all::add);
    }
    return all;
  }

  private static boolean isInner(Path file, String prefix) {
    String name = file.getFileName().toString();
    return name.startsWith(prefix) && name.endsWith(SUFFIX);
  }
}
