package dev.dexscope.bench;

import dev.dexscope.suites.EngineRun;
import dev.dexscope.suites.GuestBuild;
import dev.dexscope.suites.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times SciMark 2.0 and the are-we-fast-yet benchmarks on several engines, one process each in
 * turn, and prints how fast each engine is compared with the JVM on the class files. The best
 * iteration counts: on a machine that others use too it is the one that was disturbed least. {@code
 * bench/vm-speed} starts it.
 */
public final class Speed {
  private static final int SECONDS = 180;
  private static final Pattern ITERATION = Pattern.compile("iterations=1 runtime: (\\d+)us");
  private static final Pattern KERNEL =
      Pattern.compile("^(FFT|SOR|Monte Carlo|Sparse|LU)\\b[^:]*: *([\\d.]+)");
  private static final Pattern UNCOMPILED =
      Pattern.compile(
          "((?:\\w+[.$])*\\w+::\\S+) .*(?:COMPILE SKIPPED|not compilable|unbalanced)|COMPILE"
              + " SKIPPED: (.*)");

  /**
   * Inner iterations that take a JVM some ten milliseconds; a few results are known for these
   * counts only.
   */
  private static final Map<String, Integer> INNER = new TreeMap<>();

  static {
    INNER.put("Bounce", 300);
    INNER.put("CD", 10);
    INNER.put("DeltaBlue", 2000);
    INNER.put("Havlak", 1);
    INNER.put("Json", 10);
    INNER.put("List", 300);
    INNER.put("Mandelbrot", 500);
    INNER.put("NBody", 250000);
    INNER.put("Permute", 300);
    INNER.put("Queens", 300);
    INNER.put("Richards", 5);
    INNER.put("Sieve", 1000);
    INNER.put("Storage", 100);
    INNER.put("Towers", 200);
  }

  private final Path work;
  private final List<String> engines;
  private final int runs;

  private Speed(Path work, List<String> engines, int runs) {
    this.work = work;
    this.engines = engines;
    this.runs = runs;
  }

  /** {@code DIR RUNS ENGINE...} */
  public static void main(String[] args) throws Exception {
    var engines = Arrays.asList(args).subList(2, args.length);
    var speed = new Speed(Path.of(args[0]), engines, Integer.parseInt(args[1]));
    speed.build();
    speed.benchmarks();
    speed.start();
  }

  private void build() throws Exception {
    for (String suite : List.of("scimark", "awfy", "hello")) {
      Path classes = work.resolve(suite + "-classes");
      GuestBuild.javac(List.of(work.resolve(suite)), List.of(), classes);
      Path jar = work.resolve(suite + ".jar");
      GuestBuild.d8(List.of(classes), List.of(), 26, jar);
      if (engines.contains("dex2jar")) {
        dex2jar(jar, work.resolve(suite + "-dex2jar.jar"));
      }
    }
  }

  private void dex2jar(Path dex, Path jar) throws IOException, InterruptedException {
    Shell.run(
        work,
        Map.of(),
        work.resolve("dex2jar.log"),
        SECONDS,
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            work.resolve("dex2jar") + "/*",
            "com.googlecode.dex2jar.tools.Dex2jarCmd",
            "--force",
            "--output",
            jar.toString(),
            dex.toString()));
  }

  /** Times by benchmark and engine, in any unit: only ratios are told. */
  private void benchmarks() throws IOException, InterruptedException {
    var best = new LinkedHashMap<String, Map<String, Double>>();
    for (int run = 0; run < runs; run++) {
      for (String engine : engines) {
        kernels(engine).forEach((kernel, time) -> note(best, kernel, engine, time));
      }
      for (var benchmark : INNER.entrySet()) {
        for (String engine : engines) {
          double time = iteration(engine, benchmark.getKey(), benchmark.getValue());
          note(best, benchmark.getKey(), engine, time);
        }
      }
    }
    print(best);
    for (String engine : engines) {
      System.out.println(engine + ": methods left uncompiled: " + uncompiled(engine));
    }
  }

  private static void note(
      Map<String, Map<String, Double>> best, String what, String engine, double time) {
    if (!Double.isNaN(time)) {
      best.computeIfAbsent(what, w -> new TreeMap<>()).merge(engine, time, Math::min);
    }
  }

  private Map<String, Double> kernels(String engine) throws IOException, InterruptedException {
    var times = new TreeMap<String, Double>();
    for (String line : run(engine, "", "scimark", "scimark2.commandline", "0.5")) {
      Matcher kernel = KERNEL.matcher(line.strip());
      if (kernel.find()) {
        times.put("SciMark " + kernel.group(1), 1 / Double.parseDouble(kernel.group(2)));
      }
    }
    return times;
  }

  private double iteration(String engine, String benchmark, int inner)
      throws IOException, InterruptedException {
    String iterations = engine.equals("interpreted") ? "2" : "30";
    return run(engine, "", "awfy", "Harness", benchmark, iterations, Integer.toString(inner))
        .stream()
        .map(ITERATION::matcher)
        .filter(Matcher::find)
        .mapToDouble(found -> Double.parseDouble(found.group(1)))
        .min()
        .orElse(Double.NaN);
  }

  private void print(Map<String, Map<String, Double>> best) {
    var logs = new TreeMap<String, List<Double>>();
    System.out.printf("%-22s", "speed, host = 1");
    engines.stream().skip(1).forEach(engine -> System.out.printf(" %12s", engine));
    System.out.println();
    for (var line : best.entrySet()) {
      System.out.printf("%-22s", line.getKey());
      for (String engine : engines.subList(1, engines.size())) {
        double ratio =
            line.getValue().getOrDefault("host", Double.NaN)
                / line.getValue().getOrDefault(engine, Double.NaN);
        System.out.print(
            Double.isNaN(ratio) ? "            -" : String.format(Locale.ROOT, " %12.3f", ratio));
        if (!Double.isNaN(ratio)) {
          logs.computeIfAbsent(engine, e -> new ArrayList<>()).add(Math.log(ratio));
        }
      }
      System.out.println();
    }
    System.out.printf("%-22s", "geometric mean");
    for (String engine : engines.subList(1, engines.size())) {
      var all = logs.getOrDefault(engine, List.of());
      double mean = Math.exp(all.stream().mapToDouble(x -> x).average().orElse(Double.NaN));
      System.out.printf(Locale.ROOT, " %12.3f", mean);
    }
    System.out.println();
  }

  /** Methods of the benchmarks that HotSpot gave up on, by its own log. */
  private Set<String> uncompiled(String engine) throws IOException, InterruptedException {
    var methods = new TreeSet<String>();
    if (engine.equals("interpreted")) {
      return methods;
    }
    var lines =
        new ArrayList<>(
            run(engine, "-XX:+PrintCompilation", "scimark", "scimark2.commandline", "0.2"));
    for (String benchmark : INNER.keySet()) {
      lines.addAll(
          run(
              engine,
              "-XX:+PrintCompilation",
              "awfy",
              "Harness",
              benchmark,
              "10",
              INNER.get(benchmark).toString()));
    }
    for (String line : lines) {
      Matcher found = UNCOMPILED.matcher(line);
      if (found.find()) {
        methods.add(line.strip());
      }
    }
    return methods;
  }

  /** How long hello world takes, the whole process. */
  private void start() throws IOException, InterruptedException {
    var times = new LinkedHashMap<String, List<Double>>();
    for (int i = 0; i <= runs * 5; i++) {
      for (String engine : engines) {
        long start = System.nanoTime();
        run(engine, "", "hello", "Hello");
        times
            .computeIfAbsent(engine, e -> new ArrayList<>())
            .add((System.nanoTime() - start) / 1e6);
      }
    }
    System.out.println("hello world, ms: first run, then median and best of the others");
    times.forEach((engine, all) -> {
      var others = all.subList(1, all.size()).stream().sorted().toList();
      System.out.printf(
          Locale.ROOT,
          "%-14s %7.0f %7.0f %7.0f%n",
          engine,
          all.getFirst(),
          others.get(others.size() / 2),
          others.getFirst());
    });
  }

  private List<String> run(String engine, String option, String suite, String main, String... args)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(main));
    words.addAll(List.of(args));
    Path output = work.resolve("output.txt");
    new EngineRun(
            engine,
            work.resolve(suite + "-classes").toString(),
            work.resolve(suite + ".jar").toString(),
            "-Xmx1g " + option,
            words)
        .run(work, output, SECONDS);
    return Files.readAllLines(output, StandardCharsets.ISO_8859_1);
  }
}
