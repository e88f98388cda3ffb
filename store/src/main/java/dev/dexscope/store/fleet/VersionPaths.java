package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The call trees of the runs of two versions, merged: the mean time of a run in each call path, in
 * the mixture of kinds of runs that both have. Paths of less than a thousandth of a run are not in
 * a store.
 *
 * @param paths callers come before their callees; the first is the whole run
 */
public record VersionPaths(List<Path> paths) {
  /** A path with a smaller share of the time in each kind of runs is not read. */
  private static final int PARTS = 3000;

  /**
   * A call path in both versions.
   *
   * @param caller the number of the path without the last method; -1 for the whole
   * @param method the name of the last method; empty for the whole
   * @param base nanoseconds of a run before
   * @param head nanoseconds of a run after
   */
  public record Path(int caller, String method, double base, double head) {}

  public VersionPaths {
    paths = List.copyOf(paths);
  }

  /**
   * Merges the trees.
   *
   * @throws FleetException if a version has no runs, or they have no kind of runs in common
   * @throws IOException if the database cannot be read
   */
  public static VersionPaths of(Fleet fleet, Selection selection, String from, String to)
      throws IOException {
    Regressions.Pair pair = Regressions.pair(fleet, selection, from, to);
    List<FleetRun> runs = pair.all();
    Timing timing = FleetRun.timing(runs, selection);
    List<Kind> kinds = kinds(runs, timing, from, to);
    Map<List<String>, Integer> numbers = new HashMap<>();
    double[] whole = new double[kinds.size()];
    double smallest = Double.MAX_VALUE;
    for (Kind each : kinds) {
      int number = numbers.size();
      numbers.put(List.of(each.version(), each.stratum()), number);
      whole[number] = each.time();
      smallest = Math.min(smallest, each.time());
    }
    // The sum of each kind by itself: added up in the order of rows it would depend on the engine.
    Map<List<Long>, double[]> times = new HashMap<>();
    fleet.stream(
        FleetSql.paths(
            selection,
            timing.key(),
            Regressions.versions(from, to),
            Math.max(1, (long) (smallest / PARTS))),
        row -> {
          String stratum = FleetRun.stratum(row.subList(3, row.size()));
          Integer kind = numbers.get(List.of(FleetRun.text(row.get(1)), stratum));
          if (kind != null) {
            times
                    .computeIfAbsent(
                        path(FleetRun.text(row.getFirst())), _ -> new double[kinds.size()])[kind] =
                FleetTables.decimal(row.get(2));
          }
        });
    return new VersionPaths(tree(times, whole, kinds, MethodValues.names(fleet)));
  }

  /**
   * The runs of a version in a stratum.
   *
   * @param number 0 for the version before, 1 for that after
   * @param share how much the mean of these runs counts
   * @param time of all of them
   */
  private record Kind(
      String version, String stratum, int number, double share, int runs, double time) {
    double mean(double sum) {
      return share * sum / runs;
    }
  }

  private static List<Kind> kinds(List<FleetRun> runs, Timing timing, String from, String to) {
    Mixture mixture = Mixture.of(runs, from, to);
    List<Kind> kinds = new ArrayList<>();
    for (String version : List.of(from, to)) {
      Map<String, List<FleetRun>> strata = new TreeMap<>();
      runs.stream()
          .filter(run -> run.version().equals(version))
          .forEach(run -> strata.computeIfAbsent(run.stratum(), _ -> new ArrayList<>()).add(run));
      strata.forEach((stratum, all) ->
          kinds.add(
              new Kind(
                  version,
                  stratum,
                  version.equals(from) ? 0 : 1,
                  mixture.share(stratum),
                  all.size(),
                  all.stream().mapToLong(run -> run.time(timing)).sum())));
    }
    return kinds;
  }

  /** The numbers of a list as engines print it: {@code [1, -2]}. */
  private static List<Long> path(String text) {
    String inside = text.replaceAll("[\\[\\] ]", "");
    return inside.isEmpty()
        ? List.of()
        : Arrays.stream(inside.split(",", -1)).map(Long::valueOf).toList();
  }

  private static List<Path> tree(
      Map<List<Long>, double[]> times,
      double[] whole,
      List<Kind> kinds,
      LongFunction<String> names) {
    List<List<Long>> order = new ArrayList<>(times.keySet());
    order.removeIf(List::isEmpty);
    // Siblings are in the order of their names, so that the same store gives the same answer.
    Comparator<List<Long>> byName = Comparator.comparing(path -> names.apply(path.getLast()));
    order.sort(
        Comparator.<List<Long>>comparingInt(List::size)
            .thenComparing(byName)
            .thenComparing(List::toString));
    Map<List<Long>, Integer> numbers = new HashMap<>();
    numbers.put(List.of(), 0);
    List<Path> paths = new ArrayList<>();
    paths.add(path(-1, "", whole, kinds));
    for (List<Long> each : order) {
      int caller = -1;
      for (int end = each.size() - 1; caller < 0; end--) {
        // Others may have written a path without its callers.
        caller = numbers.getOrDefault(each.subList(0, end), -1);
      }
      numbers.put(each, paths.size());
      paths.add(path(caller, names.apply(each.getLast()), times.getOrDefault(each, whole), kinds));
    }
    return paths;
  }

  private static Path path(int caller, String method, double[] sums, List<Kind> kinds) {
    double[] means = new double[2];
    for (int kind = 0; kind < sums.length; kind++) {
      means[kinds.get(kind).number()] += kinds.get(kind).mean(sums[kind]);
    }
    return new Path(caller, method, means[0], means[1]);
  }
}
