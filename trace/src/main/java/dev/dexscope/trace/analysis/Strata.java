package dev.dexscope.trace.analysis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The strata of the runs of two sides: runs of one stratum, as of one kind of device, are compared
 * with each other only. The differences of all strata are combined, each with the weight of its
 * runs, and the spread is that within strata.
 *
 * <pre>{@code
 * Strata.of(List.of("phone", "phone", "tablet"), List.of("phone", "tablet", "tablet"));
 * }</pre>
 */
public final class Strata {
  private final int[] base;
  private final int[] head;
  private final double[] weights;
  private final double weight;

  private Strata(int[] base, int[] head, int count) {
    this.base = base;
    this.head = head;
    int[] before = new int[count];
    int[] after = new int[count];
    Arrays.stream(base).forEach(s -> before[s]++);
    Arrays.stream(head).forEach(s -> after[s]++);
    weights = new double[count];
    for (int s = 0; s < count; s++) {
      if (before[s] == 0 || after[s] == 0) {
        throw new IllegalArgumentException("a stratum needs a run of each side");
      }
      // The inverse of the difference's variance, in units of a single run's.
      weights[s] = (double) before[s] * after[s] / (before[s] + after[s]);
    }
    weight = Arrays.stream(weights).sum();
  }

  /** One stratum of all runs. */
  static Strata none(int base, int head) {
    return new Strata(new int[base], new int[head], 1);
  }

  /**
   * The strata by their names, one for each run.
   *
   * @throws IllegalArgumentException unless each stratum has runs of both sides
   */
  public static Strata of(List<String> base, List<String> head) {
    Map<String, Integer> numbers = new HashMap<>();
    int[] before = numbered(base, numbers);
    int[] after = numbered(head, numbers);
    return new Strata(before, after, numbers.size());
  }

  private static int[] numbered(List<String> names, Map<String, Integer> numbers) {
    int[] result = new int[names.size()];
    for (int i = 0; i < result.length; i++) {
      Integer known = numbers.get(names.get(i));
      if (known == null) {
        known = numbers.size();
        numbers.put(names.get(i), known);
      }
      result[i] = known;
    }
    return result;
  }

  /** One side's figures. */
  record Side(Sample[] samples) {
    /** Returns how many runs it has more than strata. */
    double freedom() {
      double freedom = 0;
      for (Sample each : samples) {
        freedom += each.runs() - 1.0;
      }
      return freedom;
    }

    /** Returns the variance within strata; 0 if it is unknown. */
    double variance() {
      double squares = 0;
      for (Sample each : samples) {
        squares += (each.runs() - 1) * each.variance();
      }
      return squares == 0 ? 0 : squares / freedom();
    }
  }

  Side base(double[] figures) {
    return side(base, figures);
  }

  Side head(double[] figures) {
    return side(head, figures);
  }

  private Side side(int[] strata, double[] figures) {
    if (weights.length == 1) {
      return new Side(new Sample[] {Sample.of(figures)});
    }
    int[] used = new int[weights.length];
    double[][] parted = new double[weights.length][4];
    for (int i = 0; i < figures.length; i++) {
      int s = strata[i];
      if (used[s] == parted[s].length) {
        parted[s] = Arrays.copyOf(parted[s], 2 * used[s]);
      }
      parted[s][used[s]++] = figures[i];
    }
    Sample[] samples = new Sample[weights.length];
    for (int s = 0; s < samples.length; s++) {
      samples[s] = Sample.of(Arrays.copyOf(parted[s], used[s]));
    }
    return new Side(samples);
  }

  /**
   * The figures of all strata as one sample. Its mean is of the same mixture of strata on both
   * sides: more runs on slow devices after than before do not look like a slower program.
   */
  Sample sample(Side side) {
    if (side.samples().length == 1) {
      return side.samples()[0];
    }
    int runs = 0;
    for (Sample each : side.samples()) {
      runs += each.runs();
    }
    return new Sample(runs, mean(side), side.variance());
  }

  /** The mean of the strata's means by their weights. */
  double mean(Side side) {
    double sum = 0;
    for (int s = 0; s < weights.length; s++) {
      sum += weights[s] * side.samples()[s].mean();
    }
    return sum / weight;
  }

  /** Returns the variance of {@link #mean} in units of a single run's. */
  double errorOf(Side side) {
    double sum = 0;
    for (int s = 0; s < weights.length; s++) {
      sum += weights[s] * weights[s] / side.samples()[s].runs();
    }
    return sum / (weight * weight);
  }

  /** Returns whether each stratum has as many runs of one side as of the other. */
  boolean isBalanced(Side base, Side head) {
    for (int s = 0; s < weights.length; s++) {
      if (base.samples()[s].runs() != head.samples()[s].runs()) {
        return false;
      }
    }
    return true;
  }
}
