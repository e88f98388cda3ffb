package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The files of a class path as it is written for {@code java}. */
final class ClassPathFiles {
  private static final String WILDCARD = "*";

  private ClassPathFiles() {}

  /** Returns the files: of {@code lib/*} all jars in it, in the order of their names. */
  static List<Path> of(List<Path> written) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path each : written) {
      if (each.endsWith(WILDCARD)) {
        files.addAll(jars(each));
      } else {
        files.add(each);
      }
    }
    return files;
  }

  private static List<Path> jars(Path wildcard) throws IOException {
    Path folder = Objects.requireNonNullElse(wildcard.getParent(), Path.of(""));
    if (!Files.isDirectory(folder)) {
      throw CliException.usage("no such folder, " + folder, "check the path");
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(ClassPathFiles::isJar).sorted().toList();
    }
  }

  private static boolean isJar(Path file) {
    String name = file.getFileName() + "";
    return name.endsWith(".jar") || name.endsWith(".JAR");
  }
}
