package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** Runs that are far from the median of their kind: of their version and stratum. */
final class Outliers {
  /** In a smaller kind nothing is usual. */
  private static final int LEAST_RUNS = 5;

  /** Iglewicz and Hoaglin (1993): beyond this many robust deviations. */
  private static final double FAR = 3.5;

  /** The median distance from the median, in standard deviations of a normal distribution. */
  private static final double MEDIAN_DISTANCE = 0.6745;

  /** Less than this factor from the median is not worth a look, however alike the others are. */
  private static final double LEAST_LOG = Math.log(1.1);

  private static final double MICROSECOND = 1000;

  private Outliers() {}

  /**
   * A run unlike its kind.
   *
   * @param usual the median of its kind
   * @param distance from it, in robust standard deviations
   * @param kind all runs of its kind
   */
  record Outlier(FleetRun run, long usual, double distance, List<FleetRun> kind) {}

  /** The method whose time differs most from its median in the kind. */
  record Cause(String method, long more) {}

  /**
   * Finds them.
   *
   * @param besides runs that are no measure of what is usual: the outliers that were kept where
   *     other runs were not
   */
  static List<Outlier> of(List<FleetRun> runs, Timing timing, Set<Long> besides) {
    Map<String, List<FleetRun>> kinds =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> run.version() + "\n" + run.stratum(),
                    TreeMap::new,
                    Collectors.toList()));
    List<Outlier> outliers = new ArrayList<>();
    for (List<FleetRun> kind : kinds.values()) {
      List<FleetRun> measure = kind.stream().filter(run -> !besides.contains(run.id())).toList();
      if (measure.size() >= LEAST_RUNS) {
        outliers.addAll(ofKind(kind, measure, timing));
      }
    }
    outliers.sort(
        Comparator.comparingDouble((Outlier each) -> Math.abs(each.distance()))
            .reversed()
            .thenComparing(each -> each.run().digest()));
    return outliers;
  }

  private static List<Outlier> ofKind(List<FleetRun> kind, List<FleetRun> measure, Timing timing) {
    double[] logs = measure.stream().mapToDouble(run -> log(run.time(timing))).toArray();
    double median = median(logs);
    double spread = median(Arrays.stream(logs).map(log -> Math.abs(log - median)).toArray());
    // If more than half are equal, any other value would be infinitely far.
    double deviation = Math.max(spread / MEDIAN_DISTANCE, LEAST_LOG / FAR);
    List<Outlier> outliers = new ArrayList<>();
    for (FleetRun run : kind) {
      double distance = (log(run.time(timing)) - median) / deviation;
      if (Math.abs(distance) > FAR) {
        long usual = Math.round(Math.exp(median) - MICROSECOND);
        outliers.add(new Outlier(run, usual, distance, measure));
      }
    }
    return outliers;
  }

  private static double log(long time) {
    return Math.log(time + MICROSECOND);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** Returns the differences of these runs. */
  static Map<FleetRun, Cause> causes(
      Fleet fleet, Selection selection, Timing timing, List<Outlier> outliers) throws IOException {
    if (outliers.isEmpty()) {
      return Map.of();
    }
    Set<FleetRun> involved = new HashSet<>();
    for (Outlier each : outliers) {
      involved.addAll(each.kind());
      involved.add(each.run());
    }
    List<FleetRun> runs = List.copyOf(involved);
    Map<FleetRun, Integer> numbers = new HashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      numbers.put(runs.get(i), i);
    }
    LongFunction<String> names = MethodValues.names(fleet);
    Map<FleetRun, Cause> causes = new HashMap<>();
    MethodValues.each(
        fleet,
        selection,
        runs,
        timing,
        "1 = 1",
        (method, times, _) -> {
          IdentityHashMap<List<FleetRun>, Long> usual = new IdentityHashMap<>();
          for (Outlier each : outliers) {
            long median =
                usual.computeIfAbsent(each.kind(), kind -> medianOf(kind, numbers, times));
            long more = times[numbers.getOrDefault(each.run(), 0)] - median;
            Cause known = causes.get(each.run());
            if (known == null || Math.abs(more) > Math.abs(known.more())) {
              causes.put(each.run(), new Cause(names.apply(method), more));
            }
          }
        });
    return causes;
  }

  private static long medianOf(List<FleetRun> kind, Map<FleetRun, Integer> numbers, long[] times) {
    double[] values =
        kind.stream().mapToDouble(run -> times[numbers.getOrDefault(run, 0)]).toArray();
    return Math.round(median(values));
  }
}
