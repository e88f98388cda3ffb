package dev.dexscope.suites;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs programs that use well-known libraries heavily ({@code suites/src/guest/libraries}) on the
 * JVM and, with the libraries dexed, on an engine, and compares what they print. {@code
 * suites/vm-libraries} starts it.
 */
public final class Libraries {
  private static final int SECONDS = 300;
  private static final int MIN_API = 26;

  /** A program and the jars that it needs, the library itself first. */
  private record Workload(String driver, List<String> jars) {}

  private static final List<Workload> WORKLOADS =
      List.of(
          new Workload("KotlinDriver", List.of("kotlin-stdlib")),
          new Workload("GuavaDriver", List.of("guava", "failureaccess")),
          new Workload("OkioDriver", List.of("okio-jvm", "kotlin-stdlib")),
          new Workload("GsonDriver", List.of("gson")),
          new Workload(
              "CompressDriver",
              List.of("commons-compress", "commons-io", "commons-lang3", "commons-codec")),
          new Workload("ScalaDriver", List.of("scala-library")));

  private final Path work;
  private final String engine;

  private Libraries(Path work, String engine) {
    this.work = work;
    this.engine = engine;
  }

  public static void main(String[] args) throws Exception {
    var libraries = new Libraries(Path.of(args[0]), args.length > 1 ? args[1] : "translated");
    boolean same = true;
    for (Workload workload : WORKLOADS) {
      same &= libraries.isSame(workload);
    }
    System.exit(same ? 0 : 1);
  }

  private boolean isSame(Workload workload) throws Exception {
    var jars =
        workload.jars.stream().map(jar -> work.resolve("lib").resolve(jar + ".jar")).toList();
    Path source = work.resolve("source").resolve(workload.driver);
    Path file =
        Path.of(
            System.getenv("DEXSCOPE_ROOT"),
            "suites/src/guest/libraries",
            workload.driver + ".java");
    Files.createDirectories(source);
    Files.copy(
        file,
        source.resolve(workload.driver + ".java"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Path classes = work.resolve("classes").resolve(workload.driver);
    GuestBuild.javac(List.of(source), jars, classes);
    Path driver = work.resolve(workload.driver + ".jar");
    GuestBuild.d8(List.of(classes), jars, MIN_API, driver);
    var dexed = new ArrayList<>(List.of(driver.toString()));
    for (Path jar : jars) {
      Path dex = work.resolve(jar.getFileName().toString().replace(".jar", "-dex.jar"));
      if (!Files.exists(dex)) {
        GuestBuild.d8(List.of(jar), jars, MIN_API, dex);
      }
      dexed.add(dex.toString());
    }

    String classPath = classes + File.pathSeparator + GuestBuild.joined(jars);
    long start = System.nanoTime();
    String expected = output("host", workload, classPath, String.join(":", dexed));
    long middle = System.nanoTime();
    String real = output(engine, workload, classPath, String.join(":", dexed));
    boolean same = expected.equals(real);
    System.out.printf(
        "%-16s %-9s %3d lines, host %d ms, %s %d ms%n",
        workload.driver,
        same ? "same" : "DIFFERENT",
        expected.lines().count(),
        (middle - start) / 1_000_000,
        engine,
        (System.nanoTime() - middle) / 1_000_000);
    if (!same) {
      explain(workload, expected, real);
    }
    return same;
  }

  private String output(String where, Workload workload, String classPath, String jars)
      throws Exception {
    Path output = work.resolve("out").resolve(where).resolve(workload.driver + ".txt");
    Files.createDirectories(output.getParent());
    int exit =
        new EngineRun(where, classPath, jars, "-Xmx1g", List.of(workload.driver))
            .run(work, Path.of("/dev/null"), output, errors(where, workload), SECONDS);
    return Files.readString(output, StandardCharsets.ISO_8859_1) + "exit code " + exit + "\n";
  }

  private Path errors(String where, Workload workload) {
    return work.resolve("out").resolve(where).resolve(workload.driver + ".err");
  }

  private void explain(Workload workload, String expected, String real) throws Exception {
    var left = expected.lines().toList();
    var right = real.lines().toList();
    for (int i = 0; i < left.size(); i++) {
      if (i >= right.size() || !left.get(i).equals(right.get(i))) {
        System.out.println("  line " + (i + 1) + ": expected " + left.get(i));
        System.out.println("  printed: " + (i < right.size() ? right.get(i) : "nothing"));
        break;
      }
    }
    Files.readAllLines(errors(engine, workload), StandardCharsets.ISO_8859_1).stream()
        .limit(12)
        .forEach(line -> System.out.println("  err: " + line));
  }
}
