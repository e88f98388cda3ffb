package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kinds of runs that two versions have, with the weights of their comparison: means of any
 * version in this mixture can be put beside each other, however many runs of each kind it has.
 */
final class Mixture {
  private final Map<String, Double> weights = new HashMap<>();
  private final double weight;

  private Mixture(Map<String, Integer> before, Map<String, Integer> after) {
    before.forEach((stratum, b) -> {
      Integer h = after.get(stratum);
      if (h != null) {
        // As in Strata: the inverse of the difference's variance.
        weights.put(stratum, (double) b * h / (b + h));
      }
    });
    weight = weights.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  static Mixture of(List<FleetRun> runs, String from, String to) {
    return new Mixture(counts(runs, from), counts(runs, to));
  }

  private static Map<String, Integer> counts(List<FleetRun> runs, String version) {
    Map<String, Integer> counts = new HashMap<>();
    runs.stream()
        .filter(run -> run.version().equals(version))
        .forEach(run -> counts.merge(run.stratum(), 1, Integer::sum));
    return counts;
  }

  /** The weight of a kind among all; 0 if a version lacks it. */
  double share(String stratum) {
    return weights.getOrDefault(stratum, 0.0) / weight;
  }

  /**
   * The mean of a version's runs in this mixture; empty if the version lacks one of its kinds.
   *
   * @param times a time for each run
   */
  Optional<Sample> sample(List<FleetRun> runs, List<Long> times) {
    Map<String, List<Double>> values = new HashMap<>();
    for (int i = 0; i < times.size(); i++) {
      values
          .computeIfAbsent(runs.get(i).stratum(), _ -> new ArrayList<>())
          .add((double) times.get(i));
    }
    values.keySet().retainAll(weights.keySet());
    if (values.size() < weights.size()) {
      return Optional.empty();
    }
    int count = 0;
    double mean = 0;
    double squares = 0;
    for (Map.Entry<String, List<Double>> each : values.entrySet()) {
      double share = share(each.getKey());
      Sample sample =
          Sample.of(each.getValue().stream().mapToDouble(Double::doubleValue).toArray());
      count += sample.runs();
      mean += share * sample.mean();
      squares += share * share * sample.variance() / sample.runs();
    }
    return Optional.of(new Sample(count, mean, squares * count));
  }
}
