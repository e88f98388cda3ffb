package dev.dexscope.suites;

import com.android.tools.r8.CompilationFailedException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Runs OpenJDK's tests of JVM TI outside their harness, on HotSpot with class files and on the VM
 * with dex code made of them. {@code suites/jvmti-tests} starts it.
 */
public final class JvmtiTests {
  private static final int BUILD_SECONDS = 60;

  /** The exit codes of a test that has passed; 95 is the older convention. */
  private static final List<Integer> PASSED = List.of(0, 95);

  private static final String HOTSPOT = "hotspot";
  private static final String VM = "vm";

  private final Path work;
  private final Path tree;
  private final int seconds;
  private final EngineOutcomes outcomes;

  private JvmtiTests(Path work, Path tree, int seconds) throws IOException {
    this.work = work;
    this.tree = tree;
    this.outcomes = new EngineOutcomes(work.resolve("results.tsv"));
    this.seconds = seconds;
  }

  /** {@code DIR TREE SECONDS JOBS REGEX} */
  public static void main(String[] args) throws Exception {
    var tests = new JvmtiTests(Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[2]));
    tests.run(Integer.parseInt(args[3]), Pattern.compile(args[4]));
    System.exit(0); // compilers leave threads behind
  }

  private void run(int jobs, Pattern only) throws IOException {
    boolean isAgain = !only.pattern().isEmpty();
    Set<String> known = outcomes.names();
    List<JvmtiTest> asked = new ArrayList<>();
    for (JvmtiTest each : JvmtiTest.all(tree)) {
      if (only.matcher(each.name()).find() && (isAgain || !known.contains(each.name()))) {
        asked.add(each);
      }
    }
    // A run that is stopped has asked some of each kind; the order is the same in each run.
    Collections.shuffle(asked, new Random(1));
    try (var pool = Executors.newFixedThreadPool(jobs)) {
      asked.forEach(each -> pool.execute(() -> judge(each)));
    }
    outcomes.printSummary();
  }

  private void judge(JvmtiTest test) {
    String line;
    try {
      Path folder = work.resolve("runs").resolve(test.name());
      String error = build(test, folder);
      line =
          error.isEmpty()
              ? outcome(test, folder, HOTSPOT) + "\t" + outcome(test, folder, VM)
              : "unbuilt\tunbuilt\t" + error;
    } catch (IOException | CompilationFailedException | InterruptedException | RuntimeException e) {
      line = "unbuilt\tunbuilt\t" + e;
    }
    try {
      outcomes.add(test.name(), line.replace('\n', ' '));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Builds the test once; answers what is wrong with it, or nothing. */
  private String build(JvmtiTest test, Path folder)
      throws IOException, InterruptedException, CompilationFailedException {
    Path jar = folder.resolve("program.jar");
    if (Files.exists(jar)) {
      return "";
    }
    Path classes = Files.createDirectories(folder.resolve("classes"));
    for (Path each : test.libraries()) {
      if (library(each, folder) != 0) {
        return "native code does not compile";
      }
    }
    Path source = test.source(jtreg().resolve("vmTestbase"));
    if (!Files.exists(source)) {
      return "no source of " + test.words().getFirst();
    }
    Path log = folder.resolve("javac.txt");
    if (!javac(List.of(source), classes, log)) {
      return "javac: " + Files.readAllLines(log).getFirst();
    }
    for (String each : test.extraClasses()) {
      if (!each.startsWith("-") && !extraClasses(test.folder().resolve(each), classes, folder)) {
        return "javac: " + each;
      }
    }
    GuestBuild.d8(List.of(classes), List.of(), 28, jar);
    // Tests that redefine classes look for their class files.
    GuestBuild.addResources(classes, jar);
    return "";
  }

  private Path jtreg() {
    return tree.resolve("test/hotspot/jtreg");
  }

  private int library(Path source, Path folder) throws IOException, InterruptedException {
    Path share = jtreg().resolve("vmTestbase/nsk/share");
    String jdk = System.getProperty("java.home") + "/include";
    String name = source.getFileName().toString().replaceAll("\\.[a-z]+$", ".so");
    var command =
        new ArrayList<>(List.of("g++", "-w", "-fpermissive", "-shared", "-fPIC", "-pthread"));
    for (Object each :
        List.of(
            jdk,
            jdk + "/linux",
            share.resolve("native"),
            share.resolve("jni"),
            share.resolve("jvmti"),
            share.resolve("jvmti/agent_common"),
            tree.resolve("test/lib"))) {
      command.add("-I" + each);
    }
    command.addAll(List.of("-o", folder.resolve(name).toString(), source.toString()));
    return Shell.run(folder, Map.of(), folder.resolve("cc.txt"), BUILD_SECONDS, command);
  }

  private boolean extraClasses(Path sources, Path classes, Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(sources)) {
      files = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    Path to = folder.resolve("bin").resolve(sources.getFileName());
    Files.createDirectories(to);
    return javac(files, to, folder.resolve("javac.txt"), "-cp", classes.toString());
  }

  private boolean javac(List<Path> sources, Path to, Path log, String... options)
      throws IOException {
    var args = new ArrayList<String>(List.of("-nowarn", "-Xlint:none", "-g", "-implicit:class"));
    args.addAll(List.of("-source", "17", "-target", "17", "-d", to.toString()));
    args.addAll(List.of(options));
    if (options.length == 0) {
      Path own = sources.getFirst().getParent();
      args.add("-sourcepath");
      args.add(jtreg().resolve("vmTestbase") + ":" + tree.resolve("test/lib") + ":" + own);
    }
    for (String each : List.of("jdk.internal.misc", "jdk.internal.module")) {
      args.addAll(List.of("--add-exports", "java.base/" + each + "=ALL-UNNAMED"));
    }
    sources.forEach(each -> args.add(each.toString()));
    try (var out = new PrintWriter(Files.newBufferedWriter(log))) {
      ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
      return javac.run(out, out, args.toArray(String[]::new)) == 0;
    }
  }

  private List<String> command(JvmtiTest test, Path folder, String engine) {
    var command = new ArrayList<String>();
    String path = "-Djava.library.path=" + folder;
    if (engine.equals(HOTSPOT)) {
      command.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC"));
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add(path);
      command.addAll(test.options());
      command.addAll(List.of("-cp", folder.resolve("classes").toString()));
    } else {
      command.addAll(List.of(System.getenv("DEXSCOPE_ROOT") + "/dexscope", "run"));
      for (String each : test.options()) {
        if (JvmtiTest.isAgent(each)) {
          command.addAll(List.of("--agentlib", each.substring("-agentlib:".length())));
        }
      }
      command.addAll(List.of("-cp", folder.resolve("program.jar").toString()));
    }
    command.addAll(test.words());
    return command;
  }

  /** Runs the test; answers how it ended. */
  private String outcome(JvmtiTest test, Path folder, String engine)
      throws IOException, InterruptedException {
    Path output = folder.resolve(engine + ".txt");
    var builder = new ProcessBuilder(command(test, folder, engine)).directory(folder.toFile());
    builder.environment().put("LD_LIBRARY_PATH", folder.toString());
    if (engine.equals(VM)) {
      var options = new ArrayList<>(List.of("-Djava.library.path=" + folder));
      test.options().stream().filter(each -> !JvmtiTest.isAgent(each)).forEach(options::add);
      builder.environment().put("DEXSCOPE_OPTS", String.join(" ", options));
    }
    builder.redirectInput(new File("/dev/null"));
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    int exit = Shell.run(builder, seconds);
    if (exit == Shell.TIMED_OUT) {
      return "timeout";
    }
    if (PASSED.contains(exit)) {
      return "pass";
    }
    return exit == 134 || exit == 139 ? "crash" : "fail " + exit;
  }
}
