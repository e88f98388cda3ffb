package dev.dexscope.trace.analysis;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of one row of a profile in several runs of the same program. A run without the row
 * counts as 0.
 *
 * @param name the method, class, package or thread
 * @param exclusive its exclusive time in each run, in nanoseconds
 * @param calls the number of calls
 */
public record RepeatedCost(String name, Sample exclusive, Sample calls) {
  /** A run's rows, and which time to take of them. */
  public record Run(List<Cost> rows, Measure measure) {
    public static Run of(View view, Grouping by, Measure measure) {
      return new Run(FlatProfile.of(view, by), measure);
    }
  }

  /** The rows of all runs, the largest mean time first. */
  public static List<RepeatedCost> of(List<Run> runs) {
    Map<String, double[]> times = new LinkedHashMap<>();
    Map<String, double[]> calls = new LinkedHashMap<>();
    for (int run = 0; run < runs.size(); run++) {
      Measure measure = runs.get(run).measure();
      for (Cost cost : runs.get(run).rows()) {
        figures(times, cost, runs.size())[run] += measure.exclusive(cost);
        figures(calls, cost, runs.size())[run] += cost.calls();
      }
    }
    return times.keySet().stream()
        .map(name ->
            new RepeatedCost(
                name,
                Sample.of(times.getOrDefault(name, new double[0])),
                Sample.of(calls.getOrDefault(name, new double[0]))))
        .sorted(Comparator.comparingDouble((RepeatedCost r) -> r.exclusive().mean()).reversed())
        .toList();
  }

  private static double[] figures(Map<String, double[]> byName, Cost cost, int runs) {
    return byName.computeIfAbsent(cost.name(), _ -> new double[runs]);
  }
}
