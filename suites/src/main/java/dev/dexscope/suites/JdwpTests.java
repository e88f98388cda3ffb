package dev.dexscope.suites;

import com.android.tools.r8.CompilationFailedException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Runs Apache Harmony's tests of JDWP: each starts a program, on HotSpot with class files and on
 * the VM with dex code made of them, and is its debugger. {@code suites/jdwp-tests} starts it.
 */
public final class JdwpTests {
  /** The harness's line about each test, and JUnit's about each that fails. */
  private static final Pattern BEGUN = Pattern.compile("(?m)^Run: (\\S+)\\.(\\w+)$");

  private static final Pattern FAILED = Pattern.compile("(?m)^\\d+\\) (\\w+)\\((\\S+)\\)$");

  private final Path work;
  private final Path sources;
  private final int seconds;

  private final EngineOutcomes known;

  private JdwpTests(Path work, Path tree, int seconds) throws IOException {
    this.work = work;
    this.sources = tree.resolve("src/test/java");
    this.known = new EngineOutcomes(work.resolve("results.tsv"));
    this.seconds = seconds;
  }

  /** {@code DIR TREE SECONDS REGEX} */
  public static void main(String[] args) throws Exception {
    var tests = new JdwpTests(Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[2]));
    tests.run(Pattern.compile(args[3]));
    System.exit(0); // compilers leave threads behind
  }

  private void run(Pattern only)
      throws IOException, InterruptedException, CompilationFailedException {
    build();
    var done = new TreeSet<String>();
    known.names().forEach(name -> done.add(name.substring(0, name.lastIndexOf('.'))));
    boolean isAgain = !only.pattern().isEmpty();
    for (String each : classes()) {
      if (only.matcher(each).find() && (isAgain || !done.contains(each))) {
        judge(each);
      }
    }
    known.printSummary();
  }

  private void build() throws IOException, CompilationFailedException {
    Path jar = work.resolve("program.jar");
    if (Files.exists(jar)) {
      return;
    }
    Path classes = Files.createDirectories(work.resolve("classes"));
    var args = new ArrayList<>(List.of("-nowarn", "-Xlint:none", "-g", "--release", "17"));
    args.addAll(List.of("-encoding", "ISO-8859-1", "-cp", junit(), "-d", classes.toString()));
    try (Stream<Path> all = Files.walk(sources)) {
      all.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(args::add);
    }
    try (var log = new PrintWriter(Files.newBufferedWriter(work.resolve("javac.txt")))) {
      ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
      if (javac.run(log, log, args.toArray(String[]::new)) != 0) {
        throw new IllegalStateException("javac refuses " + sources + ", see javac.txt");
      }
    }
    List<Path> programs = new ArrayList<>(List.of(classes));
    Stream.of(junit().split(":")).map(Path::of).forEach(programs::add);
    GuestBuild.d8(programs, List.of(), 28, jar);
  }

  private String junit() {
    return work.resolve("junit.jar") + ":" + work.resolve("hamcrest-core.jar");
  }

  /** The suite's own list. */
  private List<String> classes() throws IOException {
    Path suite = sources.resolve("org/apache/harmony/jpda/tests/share/AllTests.java");
    Matcher each =
        Pattern.compile("(?m)^\\s*suite\\.addTestSuite\\((\\S+)\\.class\\)")
            .matcher(Files.readString(suite, StandardCharsets.ISO_8859_1));
    return each.results().map(found -> found.group(1)).distinct().sorted().toList();
  }

  private void judge(String testClass) throws IOException, InterruptedException {
    String java = System.getProperty("java.home") + "/bin/java";
    var tests = new TreeMap<String, String[]>();
    ask(tests, 0, testClass, java);
    String vm = System.getenv("DEXSCOPE_ROOT") + "/suites/vm.d/jdwp-debuggee ";
    ask(tests, 1, testClass, vm + work.resolve("program.jar"));
    for (Map.Entry<String, String[]> each : tests.entrySet()) {
      known.add(each.getKey(), String.join("\t", each.getValue()));
    }
  }

  /** The debugger is the same, and runs on HotSpot; the engine runs its program. */
  private void ask(Map<String, String[]> tests, int engine, String testClass, String java)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(work.resolve("runs").resolve(testClass));
    Path output = folder.resolve(engine == 0 ? "hotspot.txt" : "vm.txt");
    var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    command.add("-Djpda.settings.syncPort=9797");
    for (String each : List.of("timeout", "waitingTime")) {
      command.add("-Djpda.settings." + each + "=" + seconds * 1000L);
    }
    command.add("-Djpda.settings.debuggeeJavaPath=" + java);
    command.addAll(List.of("-cp", work.resolve("classes") + ":" + junit()));
    command.addAll(List.of("org.junit.runner.JUnitCore", testClass));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    int exit = Shell.run(builder, 20 * seconds);
    String said = Files.readString(output, StandardCharsets.ISO_8859_1);
    var names = new ArrayList<String>();
    BEGUN.matcher(said).results().forEach(found -> names.add(found.group(2)));
    var failed = new TreeSet<String>();
    FAILED.matcher(said).results().forEach(found -> failed.add(found.group(1)));
    for (String each : names) {
      String[] outcomes =
          tests.computeIfAbsent(testClass + "." + each, _ -> new String[] {"none", "none"});
      boolean isCut = exit == Shell.TIMED_OUT && each.equals(names.getLast());
      outcomes[engine] = isCut ? "timeout" : failed.contains(each) ? "fail" : "pass";
    }
  }
}
