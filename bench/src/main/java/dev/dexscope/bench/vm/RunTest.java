package dev.dexscope.bench.vm;

import java.io.IOException;
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
 * @param excluded why it cannot be asked of an engine that has no native test libraries; empty when
 *     it can
 */
record RunTest(String name, Path folder, boolean java, String excluded) {
  private static final Pattern AGENT = Pattern.compile("--jvmti|-agentpath|--with-agent|-Xplugin");
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
    return new RunTest(folder.getFileName().toString(), folder, java, excluded(folder));
  }

  private static String excluded(Path folder) {
    Path run = folder.resolve("run");
    if (Files.exists(run) && AGENT.matcher(text(run)).find()) {
      return "needs ART's native JVM TI test agent";
    }
    try (Stream<Path> files = Files.walk(folder)) {
      boolean loads =
          files
              .filter(file -> file.toString().matches(".*\\.(java|smali)"))
              .anyMatch(file -> LIBRARY.matcher(text(file)).find());
      return loads ? "needs ART's native test library" : "";
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
