package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.profile.AppBenchmark;
import dev.dexscope.profile.AppProfile;
import dev.dexscope.profile.ProfileFolder;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
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

  /** The same of files and folders of profiles, of each of which all runs are meant. */
  static List<Path> ofProfiles(List<Path> paths) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path each : paths) {
      if (!Files.isDirectory(each)) {
        files.add(each);
      } else if (AppProfile.isIn(each)) {
        AppProfile.runs(each).forEach(run -> files.add(AppProfile.figures(run)));
      } else {
        files.addAll(ProfileFolder.profilesIn(each));
      }
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
      List<Path> files = new ArrayList<>();
      walk(path, files);
      return files;
    }
    if (Files.exists(path) || !PATTERN.matcher(word).find()) {
      return List.of(path);
    }
    return matching(word);
  }

  /** Of a profile's files only the trace is added: the others show the same run. */
  private static void walk(Path folder, List<Path> files) throws IOException {
    List<Path> profiled = List.of(AppProfile.trace(folder), new ProfileFolder(folder).calls());
    for (Path each : profiled) {
      if (Files.isRegularFile(each)) {
        files.add(each);
        return;
      }
    }
    List<Path> inside;
    try (Stream<Path> all = Files.list(folder)) {
      inside = all.sorted().toList();
    }
    for (Path each : inside) {
      if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
        walk(each, files);
      } else if (isTrace(each) && !each.endsWith(AppBenchmark.file(Path.of("")))) {
        files.add(each);
      }
    }
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
