package dev.dexscope.compile;

import dev.dexscope.base.process.Tethered;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /** What older versions than the tested one know. */
  private static final int RELEASE_FOR_OTHERS = 17;

  private static final int SHOWN = 300;

  /** Where to look, the first that is there counts; empty when none is. */
  public static Optional<D8> find() {
    return D8Places.ofUser().find();
  }

  /** The version of Java that sources are compiled for; 0 for the newest. */
  int release() {
    return isPinned ? 0 : RELEASE_FOR_OTHERS;
  }

  /** Returns all that changes its output, besides the inputs. */
  List<String> facts(DexOptions options, String mainClass) throws IOException {
    return List.of(
        version(), options.d8Mode(), api(options), Runtime.version().toString(), mainClass);
  }

  private String version() throws IOException {
    return isPinned
        ? D8Install.VERSION
        : jar + " " + Files.size(jar) + " " + Files.getLastModifiedTime(jar);
  }

  private static String api(DexOptions options) {
    return Integer.toString(options.api());
  }

  /**
   * What it makes.
   *
   * @param original the file that the user named
   * @param inputs class files, or a jar of them
   * @param output the zip file for {@code classes.dex}
   */
  record Work(Path original, List<Path> inputs, Path output) {}

  /**
   * Makes dex code of class files, all by one process.
   *
   * @param first refused if it cannot be made
   * @param others made after it
   * @return whether the others are made; if one of them cannot be made, none is
   */
  boolean run(Work first, List<Work> others, DexOptions options) throws IOException {
    Path java = Path.of(System.getProperty("java.home"));
    Path log = first.output.resolveSibling("d8.log");
    List<String> command =
        new ArrayList<>(
            List.of(
                java.resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
    // Large programs take it minutes: it ends when this process is killed.
    command.addAll(Tethered.words(jar, "com.android.tools.r8.D8"));
    command.addAll(words(first, java, options));
    for (Work each : others) {
      command.add(Tethered.NEXT);
      command.addAll(words(each, java, options));
    }
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      boolean isDone = process.waitFor() == 0;
      if (!isDone && others.isEmpty()) {
        throw refused(first.original, Files.readString(log, StandardCharsets.UTF_8));
      }
      if (!isDone) {
        run(first, List.of(), options);
      }
      return isDone;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while D8 ran");
    } finally {
      process.destroy();
      Files.deleteIfExists(log);
    }
  }

  private static List<String> words(Work work, Path java, DexOptions options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                options.d8Mode(),
                "--min-api",
                api(options),
                "--lib",
                java.toString(),
                "--output",
                work.output.toString()));
    work.inputs.forEach(each -> words.add(each.toString()));
    return words;
  }

  /** Its first lines are {@code Error in FILE:} and an exception with what it says. */
  private CompileException refused(Path original, String log) {
    List<String> lines = log.lines().filter(line -> !line.isBlank()).toList();
    String said = lines.isEmpty() ? "without a word" : lines.getFirst();
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
