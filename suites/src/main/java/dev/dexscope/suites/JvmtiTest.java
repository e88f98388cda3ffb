package dev.dexscope.suites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One of OpenJDK's tests of JVM TI, as its first {@code @run main} line tells.
 *
 * @param name its file below {@code test/hotspot/jtreg}, without what all have in common
 * @param file where it is described, or what it is made of
 * @param options what the Java VM is given, agents among it
 * @param extraClasses folders of class files that the test looks for in {@code bin}
 * @param words main class and arguments
 */
record JvmtiTest(
    String name, Path file, List<String> options, List<String> extraClasses, List<String> words) {

  private static final Pattern RUN =
      Pattern.compile(
          "@run\\s+main/othervm\\S*(\\s.*?)(?=\\n\\s*\\*?\\s*(@|/|\\n))", Pattern.DOTALL);
  private static final Pattern EXTRA =
      Pattern.compile(
          "@run\\s+driver\\s+nsk\\.share\\.ExtraClassesBuilder(\\s.*?)(?=\\n\\s*\\*?\\s*(@|/|\\n))",
          Pattern.DOTALL);

  /** All tests below the tree's folders of JVM TI that start an agent with their program. */
  static List<JvmtiTest> all(Path tree) throws IOException {
    Path root = tree.resolve("test/hotspot/jtreg");
    var tests = new ArrayList<JvmtiTest>();
    for (String part : List.of("vmTestbase/nsk/jvmti", "serviceability/jvmti")) {
      try (Stream<Path> files = Files.walk(root.resolve(part))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .sorted()
            .forEach(file -> add(tests, root, file));
      }
    }
    return tests;
  }

  private static void add(List<JvmtiTest> tests, Path root, Path file) {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Matcher run = RUN.matcher(text);
    if (!run.find()) {
      return;
    }
    List<String> words = words(run.group(1));
    int options = 0;
    while (options < words.size() && words.get(options).startsWith("-")) {
      options++;
    }
    boolean hasAgent = words.subList(0, options).stream().anyMatch(JvmtiTest::isAgent);
    if (!hasAgent || options == words.size()) {
      return; // its program starts another Java VM
    }
    Matcher extra = EXTRA.matcher(text);
    String path = root.relativize(file).toString();
    String name =
        path.replace("vmTestbase/", "").replace("/TestDescription.java", "").replace(".java", "");
    tests.add(
        new JvmtiTest(
            name,
            file,
            List.copyOf(words.subList(0, options)),
            extra.find() ? words(extra.group(1)) : List.of(),
            List.copyOf(words.subList(options, words.size()))));
  }

  static boolean isAgent(String option) {
    return option.startsWith("-agentlib:");
  }

  private static List<String> words(String lines) {
    String text = lines.replaceAll("\\n\\s*\\*", " ").strip();
    return text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
  }

  /** Where it stands, with its native code. */
  Path folder() {
    return Objects.requireNonNull(file.getParent());
  }

  /** The source of its main class. */
  Path source(Path testbase) {
    return file.endsWith("TestDescription.java")
        ? testbase.resolve(words.getFirst().replace('.', '/') + ".java")
        : file;
  }

  /** The native code of agents and programs. */
  List<Path> libraries() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .filter(file -> file.getFileName().toString().matches("lib.*\\.(c|cpp)"))
          .sorted()
          .toList();
    }
  }
}
