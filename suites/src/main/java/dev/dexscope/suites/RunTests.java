package dev.dexscope.suites;

import dev.dexscope.suites.Results.Row;
import dev.dexscope.suites.Results.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds ART's run-tests by their own build scripts, runs them by their own run scripts on one
 * engine, and judges them by their own check scripts; only the tools that those scripts call are
 * ours. {@code suites/run-tests} starts it.
 */
public final class RunTests {
  private static final int BUILD_SECONDS = 300;

  private final Path work;
  private final Path scripts;
  private final Options options;
  private final ToolServer tools;

  /** Tests with native code that does not compile outside of ART. */
  private final Set<String> unbuiltNatives;

  /** The options of the command line. */
  private record Options(
      String engine, Predicate<String> only, boolean all, int jobs, int seconds) {
    static Options parse(String[] args) {
      String engine = "translated";
      String only = "";
      int jobs = 2;
      int seconds = 60;
      for (int i = 1; i + 1 < args.length; i += 2) {
        switch (args[i]) {
          case "--engine" -> engine = args[i + 1];
          case "--only" -> only = args[i + 1];
          case "--timeout" -> seconds = Integer.parseInt(args[i + 1]);
          case "-j" -> jobs = Integer.parseInt(args[i + 1]);
          default -> throw new IllegalArgumentException("unknown option " + args[i]);
        }
      }
      return new Options(
          engine, Pattern.compile(only).asPredicate(), only.isEmpty(), jobs, seconds);
    }
  }

  private RunTests(Path work, Options options, ToolServer tools) throws IOException {
    this.work = work;
    this.scripts = Path.of(System.getenv("DEXSCOPE_ROOT"), "suites", "vm.d");
    this.options = options;
    this.tools = tools;
    this.unbuiltNatives = Set.copyOf(Files.readAllLines(work.resolve("ti-agent/unbuilt")));
  }

  public static void main(String[] args) throws Exception {
    Path work = Path.of(args[0]);
    try (var tools = new ToolServer()) {
      new RunTests(work, Options.parse(args), tools).run();
    }
    System.exit(0); // compilers leave threads behind
  }

  private void run() throws Exception {
    Path source = single(work.resolve("src"), "android-platform-art").resolve("test");
    linkAndroidTree(source);
    List<RunTest> tests =
        RunTest.all(source).stream().filter(test -> options.only.test(test.name())).toList();
    List<RunTest> asked = tests.stream().filter(this::isAsked).toList();

    var built = new HashSet<String>();
    inParallel("build", asked, test -> build(test, source)).stream()
        .filter(name -> !name.isEmpty())
        .forEach(built::add);

    var rows = new ArrayList<Row>();
    for (RunTest test : tests) {
      if (!isAsked(test)) {
        rows.add(new Row(test.name(), test.kind(), Status.EXCLUDED, 0, exclusion(test)));
      } else if (!built.contains(test.name())) {
        String why =
            "cannot be built: " + firstError(buildFolder(test).resolve("build-output.txt"));
        rows.add(new Row(test.name(), test.kind(), Status.UNBUILT, 0, why));
      }
    }
    var runnable = asked.stream().filter(test -> built.contains(test.name())).toList();
    rows.addAll(inParallel("run", runnable, this::judge));

    Path table = work.resolve("results").resolve(options.engine + ".tsv");
    Files.createDirectories(table.getParent());
    Map<String, Row> before = Results.read(table);
    var after = options.all ? new TreeMap<String, Row>() : new TreeMap<>(before);
    rows.forEach(row -> after.put(row.test(), row));
    Results.write(table, after.values());
    new Summary(options.engine, Results.read(table.resolveSibling("art.tsv")))
        .print(rows, before, System.out);
  }

  /**
   * The part of Android's source tree that build scripts reach into: the tests, and tools of ours.
   */
  private void linkAndroidTree(Path source) throws IOException {
    Path top = work.resolve("top");
    var links =
        Map.of(
            top.resolve("art/test"), source,
            top.resolve("art/tools"), scripts.resolve("tools"),
            top.resolve("prebuilts/misc/common/asm/asm-6.0.jar"), work.resolve("lib/asm.jar"));
    for (var link : links.entrySet()) {
      Files.createDirectories(link.getKey().getParent());
      Files.deleteIfExists(link.getKey());
      Files.createSymbolicLink(link.getKey(), link.getValue());
    }
    // Generators of tests put it at the head of what they write.
    Path copyright = top.resolve("development/docs/copyright-templates/java.txt");
    Files.createDirectories(copyright.getParent());
    Files.writeString(copyright, "");
  }

  private boolean isAsked(RunTest test) {
    return exclusion(test).isEmpty();
  }

  private String exclusion(RunTest test) {
    if (!test.excluded().isEmpty()) {
      return test.excluded();
    }
    if (options.engine.equals("host") && !test.java()) {
      return "is not in Java only";
    }
    if (!test.agent()) {
      return "";
    }
    return unbuiltNatives.contains(test.name()) ? "its native code is made of parts of ART" : "";
  }

  private Path buildFolder(RunTest test) {
    return work.resolve("built").resolve(test.name());
  }

  /** Builds a test once; answers its name, or nothing when it cannot be built. */
  private String build(RunTest test, Path source) throws IOException, InterruptedException {
    Path folder = buildFolder(test);
    Path done = folder.resolve(".built");
    if (!Files.exists(done)) {
      copy(test.folder(), folder);
      for (String script : List.of("build", "run", "check")) {
        Path own = folder.resolve(script);
        Path standard = source.resolve("etc/default-" + script);
        Files.copy(standard, folder.resolve("default-" + script));
        if (!Files.exists(own)) {
          Files.copy(standard, own);
        }
        for (Path file : List.of(own, folder.resolve("default-" + script))) {
          file.toFile().setExecutable(true);
        }
      }
      int exit =
          Shell.run(
              folder,
              buildEnvironment(test),
              folder.resolve("build-output.txt"),
              BUILD_SECONDS,
              List.of("bash", "./build", "--host"));
      Files.writeString(done, Integer.toString(exit));
    }
    return Files.readString(done).equals("0") ? test.name() : "";
  }

  private Map<String, String> buildEnvironment(RunTest test) {
    String tool = scripts.resolve("tool").toString();
    String jdk = System.getenv("JDK");
    var environment = new TreeMap<String, String>();
    environment.put("TEST_NAME", test.name());
    environment.put("ANDROID_BUILD_TOP", work.resolve("top").toString());
    environment.put("ANDROID_JAR", work.resolve("lib/android-all.jar").toString());
    environment.put("TOOL_PORT", Integer.toString(tools.port()));
    environment.put("TOOL_TOKEN", tools.token());
    environment.put("JAVA", jdk + "/bin/java");
    environment.put("JAVAC", tool + " javac -g -Xlint:-options -source 1.8 -target 1.8");
    environment.put("D8", tool + " d8");
    environment.put("DEXMERGER", tool + " d8");
    environment.put("SMALI", tool + " smali");
    environment.put("SMALI_ARGS", "");
    environment.put(
        "JASMIN",
        jdk
            + "/bin/java -cp "
            + work.resolve("lib")
            + "/jasmin.jar:"
            + work.resolve("lib")
            + "/java_cup.jar jasmin.Main");
    environment.put("HIDDENAPI", "hiddenapi");
    environment.put("ZIPALIGN", "zipalign");
    environment.put("NEED_DEX", "true");
    environment.put("USE_D8", "true");
    environment.put("USE_DESUGAR", "true");
    environment.put("PATH", jdk + "/bin:" + System.getenv("PATH"));
    return environment;
  }

  /** Runs a test that is built, and says how it ended. */
  private Row judge(RunTest test) throws IOException, InterruptedException {
    Path folder = work.resolve("runs").resolve(options.engine).resolve(test.name());
    copy(buildFolder(test), folder);
    Path output = folder.resolve("output.txt");
    var command =
        List.of("bash", "./run", "--quiet", "--host", "--64", "-O", "--testlib", "arttest");
    long start = System.nanoTime();
    int exit = Shell.run(folder, runEnvironment(test, folder), output, options.seconds, command);
    double seconds = (System.nanoTime() - start) / 1e9;

    Path ignored = folder.resolve("check-output.txt");
    var check = List.of("bash", "./check", "expected.txt", "output.txt");
    boolean same =
        Shell.run(folder, runEnvironment(test, folder), ignored, BUILD_SECONDS, check) == 0;
    if (exit == 0 && same) {
      return new Row(test.name(), test.kind(), Status.PASS, seconds, "");
    }
    Path diff = folder.resolve("diff.txt");
    Shell.run(
        folder,
        Map.of(),
        diff,
        BUILD_SECONDS,
        List.of("diff", "-a", "-U1", "--strip-trailing-cr", "expected.txt", "output.txt"));
    if (exit == Shell.TIMED_OUT) {
      return new Row(test.name(), test.kind(), Status.TIMEOUT, seconds, "");
    }
    Status status = isCrash(exit, folder) ? Status.CRASH : Status.FAIL;
    return new Row(test.name(), test.kind(), status, seconds, Difference.of(diff, exit));
  }

  private Map<String, String> runEnvironment(RunTest test, Path folder) {
    return Map.of(
        "TEST_NAME", test.name(),
        "TEST_RUNTIME", options.engine.equals("host") ? "jvm" : "art",
        "RUN", scripts.resolve("run-test-jar").toString(),
        "DEX_LOCATION", folder.toString(),
        "ANDROID_DATA", folder.toString(),
        "ANDROID_BUILD_TOP", work.resolve("top").toString(),
        "TI_AGENT", work.resolve("ti-agent/libtiagent.so").toString(),
        "ENGINE", options.engine);
  }

  /** Whether a signal ended the program, or HotSpot left its error file. */
  private static boolean isCrash(int exit, Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return exit > 128 || files.anyMatch(f -> f.getFileName().toString().startsWith("hs_err"));
    }
  }

  private static String firstError(Path buildOutput) throws IOException {
    List<String> lines = Files.readAllLines(buildOutput, StandardCharsets.ISO_8859_1);
    return lines.stream()
        .filter(
            line -> line.toLowerCase(Locale.ROOT).matches(".*(error|not found|no such|cannot).*"))
        .findFirst()
        .orElse(lines.isEmpty() ? "" : lines.getLast())
        .replace('\t', ' ');
  }

  private interface Work<T> {
    T on(RunTest test) throws IOException, InterruptedException;
  }

  private <T> List<T> inParallel(String what, Collection<RunTest> tests, Work<T> work)
      throws InterruptedException, ExecutionException {
    try (var pool = Executors.newFixedThreadPool(options.jobs)) {
      var futures = new ArrayList<Future<T>>();
      for (RunTest test : tests) {
        Callable<T> task = () -> work.on(test);
        futures.add(pool.submit(task));
      }
      var results = new ArrayList<T>();
      for (Future<T> future : futures) {
        results.add(future.get());
        if (results.size() % 100 == 0) {
          System.err.println("run-tests: " + what + " " + results.size() + " of " + tests.size());
        }
      }
      return results;
    }
  }

  private static Path single(Path folder, String prefix) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(p -> Files.isDirectory(p) && p.getFileName().toString().startsWith(prefix))
          .findFirst()
          .orElseThrow(() -> new IOException("no " + prefix + " in " + folder));
    }
  }

  private static void copy(Path from, Path to) throws IOException, InterruptedException {
    Files.createDirectories(to.getParent());
    Path log = to.resolveSibling(to.getFileName() + ".copy");
    Shell.run(from, Map.of(), log, BUILD_SECONDS, List.of("rm", "-rf", to.toString()));
    Shell.run(from, Map.of(), log, BUILD_SECONDS, List.of("cp", "-rL", ".", to.toString()));
    Files.delete(log);
  }
}
