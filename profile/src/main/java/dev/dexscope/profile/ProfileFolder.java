package dev.dexscope.profile;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.inject.Left;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder with the output of a profiled run. */
public record ProfileFolder(Path path) {
  /** Tells an earlier run's folder, which is used again, from anybody else's. */
  private static final String MARK = "# The settings of this run, made by dexscope profile.";

  private static final String CONF = "tau.conf";
  private static final String TRACE = "dexscope.0.trace";
  private static final String CALLS = "dexscope.0.calls";
  private static final String PROFILE = "profile.";

  private static final String NOT_MEASURED = "not-measured.txt";

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final String RUN = "run-";

  /** Two metrics: TAU has a folder for each. */
  private static final List<String> METRICS = List.of("MULTI__TIME", "MULTI__CPU_TIME");

  /**
   * A folder for a new run: what an earlier one has left in it is deleted.
   *
   * @param path must not exist, or be empty, or be of an earlier run
   */
  static ProfileFolder prepare(Path path) throws IOException {
    var folder = new ProfileFolder(path);
    if (path.toString().indexOf('#') >= 0 || path.toString().indexOf('\n') >= 0) {
      throw new RefusedFileException("the folder's name has a # in it", path, "name another");
    }
    folder.checkOurs();
    if (Files.exists(path)) {
      folder.clear();
    } else {
      NewFolder.create(path);
    }
    return folder;
  }

  /**
   * A folder for several runs, each of which has its own in it.
   *
   * @param path must not exist, or be empty, or be of an earlier run
   * @throws IOException if an I/O error occurs
   */
  public static void prepareForRuns(Path path) throws IOException {
    prepare(path).configure("");
  }

  /**
   * The profiles in a folder: that of its run, or those of its runs.
   *
   * @throws IOException if it cannot be read, or has none
   */
  public static List<Path> profilesIn(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path each : runs(folder, run -> Files.exists(new ProfileFolder(run).calls()))) {
      found.add(new ProfileFolder(each).calls());
    }
    if (found.isEmpty()) {
      throw new RefusedFileException(
          "no profile in it", folder, "name a folder that dexscope profile has made");
    }
    return found;
  }

  /** The folders of the runs in a folder, or itself if it is that of one run; may be empty. */
  static List<Path> runs(Path folder, Predicate<Path> isRun) {
    List<Path> found = new ArrayList<>();
    for (int number = 1; isRun.test(run(folder, number)); number++) {
      found.add(run(folder, number));
    }
    return found.isEmpty() && isRun.test(folder) ? List.of(folder) : found;
  }

  private void checkOurs() throws IOException {
    NewFolder.check(
        path,
        _ ->
            Files.isRegularFile(conf())
                && Files.readString(conf(), StandardCharsets.UTF_8).startsWith(MARK));
  }

  private void clear() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      for (Path each : files.toList()) {
        if (Files.isDirectory(each) && each.getFileName().toString().startsWith(RUN)) {
          var run = new ProfileFolder(each);
          run.checkOurs();
          run.clear();
          for (String metric : METRICS) {
            Files.deleteIfExists(each.resolve(metric));
          }
          Files.deleteIfExists(run.conf());
          run.clearProgram();
          Files.delete(each);
        }
      }
    }
    for (Path each : profiles()) {
      Files.delete(each);
    }
    Files.deleteIfExists(trace());
    Files.deleteIfExists(calls());
    Files.deleteIfExists(flame());
    Files.deleteIfExists(notMeasured());
  }

  /** Runs in processes of their own have the profiled program each. */
  private void clearProgram() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      for (Path each : files.filter(ProfileFolder::isProgram).toList()) {
        Files.delete(each);
      }
    }
  }

  private static boolean isProgram(Path file) {
    String name = file.getFileName().toString();
    return Files.isRegularFile(file) && (name.endsWith(".jar") || name.endsWith(".apk"));
  }

  /** Returns the folder of one of several runs. */
  ProfileFolder ofRun(int number) throws IOException {
    return prepare(run(path, number));
  }

  /**
   * The folder of one of several runs in that of all.
   *
   * @param number from 1 on
   */
  public static Path run(Path folder, int number) {
    return folder.resolve(RUN + number);
  }

  /** The settings of the run. */
  public Path conf() {
    return path.resolve(CONF);
  }

  /** The calls in the order of time, without short ones that were made too often. */
  public Path trace() {
    return path.resolve(TRACE);
  }

  /** All calls by their paths: the figures of the profile. */
  public Path calls() {
    return path.resolve(CALLS);
  }

  /** The flame graph. */
  public Path flame() {
    return FlameGraph.in(path);
  }

  /** The methods that are not measured, with the reasons. */
  public Path notMeasured() {
    return path.resolve(NOT_MEASURED);
  }

  /**
   * TAU's profiles of all threads, those of the first thread first.
   *
   * @throws IOException if it cannot be read
   */
  public List<Path> profiles() throws IOException {
    List<Path> found = new ArrayList<>(profiles(path));
    for (String metric : METRICS) {
      Path folder = path.resolve(metric);
      if (Files.isDirectory(folder)) {
        found.addAll(profiles(folder));
      }
    }
    return found;
  }

  private static List<Path> profiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(each -> each.getFileName().toString().startsWith(PROFILE))
          .sorted(
              Comparator.comparingInt((Path each) -> each.toString().length())
                  .thenComparing(each -> each))
          .toList();
    }
  }

  /** Writes a line for each method that is not measured. */
  void listNotMeasured(List<Left> methods) throws IOException {
    List<String> lines =
        methods.stream().map(each -> plain(each.method()) + "\t" + plain(each.reason())).toList();
    OutputFile.replace(
        notMeasured(), temporary -> Files.write(temporary, lines, StandardCharsets.UTF_8));
  }

  /** Names from odd files may hold anything, also what ends a line. */
  private static String plain(String text) {
    return CONTROL.matcher(text).replaceAll("?");
  }

  /**
   * Writes the settings of the run.
   *
   * @param wanted the user's settings
   */
  void configure(String wanted) throws IOException {
    String conf =
        MARK
            + "\n# Reading the CPU time of a thread at each call costs more than most calls.\n"
            + "TAU_METRICS=TIME\n"
            + wanted
            + "\nTAU_PROFILE=1\nTAU_TRACE=1\nTAU_CALLS=1\nTAU_ALFRED_PORT=0\nPROFILEDIR="
            + path.toAbsolutePath()
            + "\n";
    Files.writeString(conf(), conf, StandardCharsets.UTF_8);
  }
}
