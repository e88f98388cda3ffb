package dev.dexscope.suites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One of ART's run-tests, as its folder shows it.
 *
 * @param java whether all its code is made by javac, so that a JVM can run it too
 * @param agent whether it starts with the agent of ART's tests of JVM TI
 * @param excluded why it cannot be asked of an engine that has no part of ART; empty when it can
 */
record RunTest(String name, Path folder, boolean java, boolean agent, String excluded) {
  private static final Pattern AGENT = Pattern.compile("--jvmti");
  private static final Pattern PLUGIN = Pattern.compile("-agentpath|--with-agent|-Xplugin");
  private static final Pattern EXTENSION = Pattern.compile("com\\.android\\.art\\.|(?i)structural");
  private static final Pattern LIBRARY = Pattern.compile("loadLibrary|libarttest");

  /** All tests in a folder of the package, in order of name. */
  static List<RunTest> all(Path tests) throws IOException {
    try (Stream<Path> folders = Files.list(tests)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("expected.txt")))
          .sorted()
          .map(RunTest::read)
          .toList();
    }
  }

  private static RunTest read(Path folder) {
    boolean java =
        Stream.of("smali", "smali-multidex", "smali-ex", "jasmin", "jasmin-multidex", "classes.dex")
            .noneMatch(part -> Files.exists(folder.resolve(part)));
    Path run = folder.resolve("run");
    String script = Files.exists(run) ? text(run) : "";
    boolean agent = AGENT.matcher(script).find();
    return new RunTest(
        folder.getFileName().toString(), folder, java, agent, excluded(folder, script, agent));
  }

  /** Returns the word for it in the second column of results. */
  String kind() {
    return agent ? "agent" : java ? "java" : "smali";
  }

  private static String excluded(Path folder, String script, boolean agent) {
    if (PLUGIN.matcher(script).find()) {
      return "its run script loads a plugin of ART";
    }
    if (has(folder, ".*\\.(java|smali)", LIBRARY)) {
      return "needs ART's native test library";
    }
    return agent && has(folder, ".*\\.(java|cc)", EXTENSION)
        ? "needs ART's extensions of JVM TI"
        : "";
  }

  /** Whether one of its own files has the words in it; what tests have in common are links. */
  private static boolean has(Path folder, String names, Pattern words) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().matches(names) && !Files.isSymbolicLink(file))
          .anyMatch(file -> words.matcher(text(file)).find());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
