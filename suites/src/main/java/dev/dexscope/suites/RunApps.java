package dev.dexscope.suites;

import dev.dexscope.suites.AppResult.Status;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Starts each app of a folder by {@code dexscope run}, one after the other, and says which of them
 * reached their first screen and why the others did not. {@code suites/apps-corpus} starts it.
 */
public final class RunApps {
  private final Path work;
  private final Path root;
  private final Options options;

  /** The options of the command line; all after {@code --} is for {@code run}. */
  private record Options(Predicate<String> only, int seconds, String steps, List<String> more) {
    static Options parse(String[] args) {
      String only = "";
      int seconds = 90;
      String steps = "screenshot:screen.png; tree";
      int i = 1;
      for (; i + 1 < args.length && !args[i].equals("--"); i += 2) {
        switch (args[i]) {
          case "--only" -> only = args[i + 1];
          case "--timeout" -> seconds = Integer.parseInt(args[i + 1]);
          case "--do" -> steps = args[i + 1];
          default -> throw new IllegalArgumentException("unknown option " + args[i]);
        }
      }
      List<String> more = List.of(args).subList(Math.min(i + 1, args.length), args.length);
      return new Options(Pattern.compile(only).asPredicate(), seconds, steps, more);
    }
  }

  private RunApps(Path work, Path root, Options options) {
    this.work = work;
    this.root = root;
    this.options = options;
  }

  public static void main(String[] args) throws Exception {
    Path root = Path.of(System.getenv("DEXSCOPE_ROOT"));
    new RunApps(Path.of(args[0]), root, Options.parse(args)).run();
  }

  private void run() throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    var results = new ArrayList<AppResult>();
    for (PublicApp app : PublicApp.all(root.resolve("suites/apps-corpus.tsv"))) {
      if (options.only.test(app.repository())) {
        AppResult result = run(app);
        System.err.println(result.line());
        results.add(result);
        lines.add(result.line());
        // After each, so that a run that is stopped leaves what it knows.
        Files.write(work.resolve("results.tsv"), lines);
      }
    }
    print(results, System.out);
  }

  private AppResult run(PublicApp app) throws IOException, InterruptedException {
    Path file = work.resolve("packages").resolve(app.file());
    if (!Files.exists(file)) {
      return new AppResult(app, Status.ABSENT, 0, "");
    }
    Path folder = Files.createDirectories(work.resolve("runs").resolve(app.name()));
    Path output = folder.resolve("output.txt");
    var command = new ArrayList<>(List.of(root.resolve("dexscope").toString(), "run"));
    command.addAll(options.more);
    command.addAll(List.of("--do", options.steps, file.toString()));
    long start = System.nanoTime();
    int exit = Shell.run(folder, Map.of(), output, options.seconds, command);
    double seconds = (System.nanoTime() - start) / 1e9;
    // An app prints what it likes.
    String text = new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1);
    return AppResult.of(app, exit, seconds, text.lines().toList());
  }

  private static void print(List<AppResult> all, PrintStream out) {
    var asked = all.stream().filter(result -> result.status() != Status.ABSENT).toList();
    out.printf("%-24s %6s %8s %8s %9s%n", "", "asked", "resumed", "percent", "seconds");
    row("all", asked, result -> true, out);
    row("no native library", asked, result -> result.app().libraries().isEmpty(), out);
    row("native libraries", asked, result -> !result.app().libraries().isEmpty(), out);
    for (String trait : List.of("kotlin", "compose", "r8", "r8-full", "multidex", "bundle")) {
      row(trait, asked, result -> result.app().traits().contains(trait), out);
    }
    out.println();
    var byCause =
        asked.stream()
            .filter(result -> result.status() != Status.RESUMED)
            .collect(Collectors.groupingBy(RunApps::kind, TreeMap::new, Collectors.toList()));
    byCause.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .forEach(entry ->
            out.printf(
                "%3d  %s: %s%n",
                entry.getValue().size(),
                entry.getKey(),
                entry.getValue().stream()
                    .map(result -> result.app().repository())
                    .collect(Collectors.joining(", "))));
  }

  /** Without figures, so that equal causes come together. */
  private static String kind(AppResult result) {
    return result.cause().replaceAll("\\d+", "N");
  }

  private static void row(
      String title, List<AppResult> all, Predicate<AppResult> which, PrintStream out) {
    var of = all.stream().filter(which).toList();
    double[] seconds =
        of.stream()
            .filter(result -> result.status() == Status.RESUMED)
            .mapToDouble(AppResult::seconds)
            .sorted()
            .toArray();
    if (!of.isEmpty()) {
      out.printf(
          "%-24s %6d %8d %8.1f %9s%n",
          title,
          of.size(),
          seconds.length,
          100.0 * seconds.length / of.size(),
          seconds.length == 0 ? "-" : String.format("%.1f", seconds[seconds.length / 2]));
    }
  }
}
