package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

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

  /** Whether a class file is in a jar or folder, which is found without reading the dex code. */
  static boolean hasClassFile(Path file, String className) throws IOException {
    String classFile = className.replace('.', '/') + ".class";
    if (!Files.isRegularFile(file)) {
      return Files.isRegularFile(file.resolve(classFile));
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      return zip.getEntry(classFile) != null;
    } catch (ZipException e) {
      return false;
    }
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
