package dev.dexscope.bench;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Comparison.Run;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Difference.Verdict;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How often {@code diff} claims a change of real runs that do not differ, and how often it finds
 * one that was made: the tables of docs/diff.md, whose runs {@code bench/diff-runs} takes.
 *
 * <pre>{@code
 * bench/run DiffOnRuns FOLDER Shop$Ledger.sum 200
 * }</pre>
 *
 * <p>The folder has a folder of profiles for each run, {@code e5.12}: the percentage that the
 * method was made slower by, and the number of the run. Runs of each percentage were taken in turn.
 * A comparison takes runs of both sides that were taken one after the other, from any rounds.
 */
public final class DiffOnRuns {
  private static final String SAME = "0";
  private static final Timing TIMING = Timing.CPU;

  private final String method;
  private final int trials;
  private final Random random = new Random(1);

  /** The runs of each percentage, in their order. */
  private final Map<String, List<Run>> runs = new TreeMap<>();

  private DiffOnRuns(String method, int trials) {
    this.method = method;
    this.trials = trials;
  }

  public static void main(String[] args) throws IOException {
    var measure = new DiffOnRuns(args[1], Integer.parseInt(args[2]));
    measure.read(Path.of(args[0]));
    measure.printFalseClaims();
    measure.printFound();
  }

  private void read(Path folder) throws IOException {
    Map<String, Map<Integer, Path>> files = new TreeMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, "e*.*")) {
      for (Path each : folders) {
        String[] name = each.getFileName().toString().substring(1).split("\\.");
        try (Stream<Path> profiles = Files.list(each)) {
          profiles
              .filter(file -> file.toString().endsWith(".calls"))
              .forEach(file ->
                  files
                      .computeIfAbsent(name[0], _ -> new TreeMap<>())
                      .put(Integer.parseInt(name[1]), file));
        }
      }
    }
    for (Map.Entry<String, Map<Integer, Path>> each : files.entrySet()) {
      List<Run> read = new ArrayList<>();
      for (Path file : each.getValue().values()) {
        Trace trace = TraceReader.open(file);
        View view = View.of(trace, Filter.ALL);
        read.add(Run.of(view, Grouping.METHOD, TIMING, false));
      }
      runs.put(each.getKey(), read);
    }
  }

  private List<Run> of(String percent) {
    return runs.getOrDefault(percent, List.of());
  }

  private void printFalseClaims() {
    System.out.println(
        "No change: per cent of comparisons with a claim; of the whole; above the share");
    List<Run> same = of(SAME);
    for (int n : new int[] {3, 5, 10, 20}) {
      int any = 0;
      int whole = 0;
      int mattering = 0;
      for (int i = 0; i < trials && same.size() >= 2 * n; i++) {
        List<List<Run>> sides = sides(same, n);
        Comparison found = Comparison.of(sides.get(0), sides.get(1), Criteria.USUAL);
        boolean ofWhole = isClaim(found.total());
        boolean ofRow =
            Stream.concat(found.threads().stream(), found.rows().stream())
                .anyMatch(DiffOnRuns::isClaim);
        whole += ofWhole ? 1 : 0;
        any += ofWhole || ofRow ? 1 : 0;
        mattering += found.regressions().isEmpty() ? 0 : 1;
      }
      System.out.printf(
          Locale.ROOT,
          "%3d runs   %5.1f %5.1f %5.1f%n",
          n,
          100.0 * any / trials,
          100.0 * whole / trials,
          100.0 * mattering / trials);
    }
  }

  /** Some pairs of runs that follow each other, which of both on which side by chance. */
  private List<List<Run>> sides(List<Run> all, int count) {
    List<Integer> pairs = new ArrayList<>();
    for (int i = 0; i + 1 < all.size(); i += 2) {
      pairs.add(i);
    }
    Collections.shuffle(pairs, random);
    List<Run> one = new ArrayList<>();
    List<Run> other = new ArrayList<>();
    for (int i : pairs.subList(0, count)) {
      boolean swapped = random.nextBoolean();
      one.add(all.get(swapped ? i + 1 : i));
      other.add(all.get(swapped ? i : i + 1));
    }
    return List.of(one, other);
  }

  private static boolean isClaim(Difference d) {
    return d.verdict() == Verdict.REGRESSED || d.verdict() == Verdict.IMPROVED;
  }

  private void printFound() {
    System.out.println("Changed: per cent found as regressed; as improved; other rows claimed");
    List<String> others = new ArrayList<>(runs.keySet());
    others.remove(SAME);
    Collections.sort(others, (a, b) -> Integer.parseInt(a) - Integer.parseInt(b));
    for (String percent : others) {
      for (int n : new int[] {3, 5, 10, 20, 40}) {
        List<Run> head = of(percent);
        // Of the unchanged runs there are as many in each round as there are for this one.
        int each = of(SAME).size() / Math.max(1, head.size());
        if (head.size() >= n) {
          print(percent, n, head, each);
        }
      }
    }
  }

  private void print(String percent, int n, List<Run> head, int each) {
    int found = 0;
    int wrong = 0;
    int other = 0;
    for (int i = 0; i < trials; i++) {
      List<Integer> rounds = new ArrayList<>();
      for (int k = 0; k < head.size(); k++) {
        rounds.add(k);
      }
      Collections.shuffle(rounds, random);
      List<Run> base = new ArrayList<>();
      List<Run> slower = new ArrayList<>();
      for (int k : rounds.subList(0, n)) {
        base.add(of(SAME).get(Math.min(of(SAME).size() - 1, each * k + random.nextInt(each))));
        slower.add(head.get(k));
      }
      Comparison compared = Comparison.of(base, slower, Criteria.USUAL);
      for (Difference row : compared.rows()) {
        boolean isIt = row.name().startsWith(method);
        found += isIt && row.verdict() == Verdict.REGRESSED ? 1 : 0;
        wrong += isIt && row.verdict() == Verdict.IMPROVED ? 1 : 0;
      }
      other +=
          compared.rows().stream().anyMatch(d -> !d.name().startsWith(method) && isClaim(d))
              ? 1
              : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%3s %%  %3d runs   %5.1f %5.1f %5.1f%n",
        percent,
        n,
        100.0 * found / trials,
        100.0 * wrong / trials,
        100.0 * other / trials);
  }
}
