package dev.dexscope.compile;

import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Android's compiler from class files to dex code. It is not part of Dexscope: it is found where
 * people have it, or installed once ({@link D8Install}).
 *
 * @param jar where it is
 * @param where how it was found, for people
 * @param isPinned whether it is the version that Dexscope was tested with
 */
public record D8(Path jar, String where, boolean isPinned) {
  /** The variable that names a jar with D8 in it, whatever its version. */
  public static final String VARIABLE = "DEXSCOPE_D8";

  /** The release that versions older than the tested one know. */
  private static final int RELEASE_FOR_OTHERS = 17;

  /** Names of lambda expressions as those of Android's builds and of our dexer. */
  private static final String WHOLE_NAMES = "--verbose-synthetic-names";

  private static final int SHOWN = 300;
  private static final Pattern PICKED_UP = Pattern.compile("(NOTE: )?Picked up [A-Z_]+: ");
  private static final String NO_SPACE = "No space left on device";
  private static final long LITTLE_SPACE = 1 << 20;

  /** Where to look, the first that is there counts; empty when none is. */
  public static Optional<D8> find() {
    return D8Places.ofUser().find();
  }

  /** The version of Java that sources are compiled for; 0 for the newest. */
  int release() {
    return isPinned ? 0 : RELEASE_FOR_OTHERS;
  }

  /** Returns what distinguishes it from others. */
  String version() throws IOException {
    return isPinned
        ? D8Install.VERSION + " " + WHOLE_NAMES
        : jar + " " + Files.size(jar) + " " + Files.getLastModifiedTime(jar);
  }

  /** Returns the exception for what only D8 makes, when it is not here. */
  static MissingToolException missing(String what, Path file) {
    return new MissingToolException(what, file, "type: dexscope d8 install");
  }

  /**
   * The inputs and the output of a run.
   *
   * @param original the file that the user named
   * @param inputs class files, or a jar of them
   * @param output the zip file for {@code classes.dex}
   * @param more further options
   */
  record Work(Path original, List<Path> inputs, Path output, List<String> more) {
    Work(Path original, List<Path> inputs, Path output) {
      this(original, inputs, output, List.of());
    }

    /** Returns whether it is a jar, and not a class file or some of them. */
    boolean isJar() {
      return inputs.equals(List.of(original)) && !ClassFile.isOne(original.toString());
    }
  }

  /**
   * Makes dex code of class files, all by one process.
   *
   * @param first refused if it cannot be made
   * @param others made after it
   * @return whether the others are made; if one of them cannot be made, none is
   */
  boolean run(Work first, List<Work> others, DexOptions options) throws IOException {
    Path log = first.output.resolveSibling("d8.log");
    List<List<String>> runs = new ArrayList<>(List.of(words(first, options)));
    for (Work each : others) {
      runs.add(words(each, options));
    }
    try {
      int exit = new ToolProcess("d8", List.of(jar), "com.android.tools.r8.D8").run(runs, log);
      if (exit != 0 && others.isEmpty()) {
        throw failed(first, exit, said(log));
      }
      if (exit != 0) {
        run(first, List.of(), options);
      }
      return exit == 0;
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private List<String> words(Work work, DexOptions options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                options.d8Mode(),
                "--min-api",
                Integer.toString(options.api()),
                "--lib",
                System.getProperty("java.home"),
                "--output",
                work.output.toString()));
    if (isPinned) {
      words.add(WHOLE_NAMES); // Older versions give these names, and refuse the option.
    }
    words.addAll(work.more);
    work.inputs.forEach(each -> words.add(each.toString()));
    return words;
  }

  /** The lines of its output, without the Java VM's about options from the environment. */
  private static List<String> said(Path log) throws IOException {
    return Files.readString(log, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank() && !PICKED_UP.matcher(line).lookingAt())
        .toList();
  }

  /** D8 prints why it failed, unless what ends it prevents that, too. */
  private CompileException failed(Work work, int exitCode, List<String> lines) throws IOException {
    Path folder = work.output.resolveSibling("");
    boolean isFull =
        lines.isEmpty()
            ? Files.getFileStore(folder).getUsableSpace() < LITTLE_SPACE
            : lines.stream().anyMatch(line -> line.contains(NO_SPACE));
    if (isFull) {
      throw new FileSystemException(folder.toString(), null, NO_SPACE);
    }
    return lines.isEmpty()
        ? new CompileException(
            "D8 ended with exit code " + exitCode + " and no message",
            work.original,
            "check the memory that is free, and run again")
        : refused(work.original, lines);
  }

  /** Its first lines are {@code Error in FILE:} and an exception with what it says. */
  private CompileException refused(Path original, List<String> lines) {
    String said = lines.getFirst();
    if (said.endsWith(":") && lines.size() > 1) {
      said = withoutClass(lines.get(1));
    }
    if (said.contains("Unsupported class file")) {
      return new CompileException(
          "its classes are newer than this D8 knows (" + shortened(said) + ")",
          original,
          isPinned
              ? "compile them with javac --release 21"
              : "compile them with javac --release 17, or: dexscope d8 install");
    }
    return new CompileException(
        "D8 refuses it: " + shortened(said), original, "check the class files with javap");
  }

  private static String withoutClass(String line) {
    int colon = line.indexOf(": ");
    return colon > 0 && line.indexOf(' ') > colon ? line.substring(colon + 2) : line;
  }

  private static String shortened(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }
}
