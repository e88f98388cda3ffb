package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that words of a command line name: files, folders with all below, patterns. */
final class RunFiles {
  private static final Pattern PATTERN = Pattern.compile("[*?\\[{]");

  private RunFiles() {}

  static List<Path> of(List<String> words) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String each : words) {
      files.addAll(of(each));
    }
    return files;
  }

  private static List<Path> of(String word) throws IOException {
    Path path;
    try {
      path = Path.of(word);
    } catch (InvalidPathException e) {
      throw CliException.usage("no path: " + word, "name a file");
    }
    if (Files.isDirectory(path)) {
      try (Stream<Path> all = Files.walk(path)) {
        return all.filter(RunFiles::isTrace).sorted().toList();
      }
    }
    if (Files.exists(path) || !PATTERN.matcher(word).find()) {
      return List.of(path);
    }
    return matching(word);
  }

  /** Not a hidden file, and none with facts of a trace. */
  private static boolean isTrace(Path file) {
    String name = String.valueOf(file.getFileName());
    return Files.isRegularFile(file) && !name.startsWith(".") && !name.endsWith(".meta.json");
  }

  private static List<Path> matching(String pattern) throws IOException {
    Path from = Path.of(pattern);
    while (from != null && PATTERN.matcher(from.toString()).find()) {
      from = from.getParent();
    }
    boolean isRelative = from == null;
    Path root = from == null ? Path.of("") : from;
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    if (!Files.isDirectory(root) && !isRelative) {
      throw new NoSuchFileException(pattern);
    }
    try (Stream<Path> all = Files.walk(root)) {
      List<Path> found = all.filter(matcher::matches).filter(RunFiles::isTrace).sorted().toList();
      if (found.isEmpty()) {
        throw new NoSuchFileException(pattern);
      }
      return found;
    }
  }
}
