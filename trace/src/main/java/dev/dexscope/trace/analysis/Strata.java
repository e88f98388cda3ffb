package dev.dexscope.trace.analysis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
  /** The stratum of a run that is left out. */
  private static final int OUT = -1;

  private final int[] base;
  private final int[] head;

  /** The number of runs in each stratum. */
  private final int[] before;

  private final int[] after;
  private final double[] weights;
  private final double weight;

  private Strata(int[] base, int[] head, int count) {
    this.base = base;
    this.head = head;
    int[] before = new int[count];
    int[] after = new int[count];
    Arrays.stream(base).filter(s -> s != OUT).forEach(s -> before[s]++);
    Arrays.stream(head).filter(s -> s != OUT).forEach(s -> after[s]++);
    this.before = before;
    this.after = after;
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

  /**
   * Some of the runs, in the strata of which both sides still have one; null if there is none.
   *
   * @param base which of the runs before
   * @param head which of the runs after
   */
  @Nullable Strata among(boolean[] base, boolean[] head) {
    boolean[] hasBase = new boolean[weights.length];
    boolean[] hasHead = new boolean[weights.length];
    boolean areAllBefore = mark(this.base, base, hasBase);
    boolean areAllAfter = mark(this.head, head, hasHead);
    if (areAllBefore && areAllAfter) {
      return this;
    }
    int[] numbers = new int[weights.length];
    int count = 0;
    for (int s = 0; s < numbers.length; s++) {
      numbers[s] = hasBase[s] && hasHead[s] ? count++ : OUT;
    }
    return count == 0
        ? null
        : new Strata(some(this.base, base, numbers), some(this.head, head, numbers), count);
  }

  /** Marks the strata of the runs that are taken; returns whether all of them are. */
  private static boolean mark(int[] strata, boolean[] taken, boolean[] has) {
    boolean isAll = true;
    for (int i = 0; i < taken.length; i++) {
      if (taken[i] && strata[i] != OUT) {
        has[strata[i]] = true;
      }
      isAll &= taken[i];
    }
    return isAll;
  }

  private static int[] some(int[] strata, boolean[] taken, int[] numbers) {
    int[] some = new int[strata.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = taken[i] && strata[i] != OUT ? numbers[strata[i]] : OUT;
    }
    return some;
  }

  int count() {
    return weights.length;
  }

  int baseRuns(int stratum) {
    return before[stratum];
  }

  int headRuns(int stratum) {
    return after[stratum];
  }

  int countBase(int stratum, boolean[] runs) {
    return count(stratum, base, runs);
  }

  int countHead(int stratum, boolean[] runs) {
    return count(stratum, head, runs);
  }

  private static int count(int stratum, int[] strata, boolean[] runs) {
    int count = 0;
    for (int i = 0; i < runs.length; i++) {
      count += runs[i] && strata[i] == stratum ? 1 : 0;
    }
    return count;
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
    return side(base, figures, Sample::of);
  }

  Side head(double[] figures) {
    return side(head, figures, Sample::of);
  }

  /** Without the runs of each stratum that are far off. */
  Side trimmedBase(double[] figures) {
    return side(base, figures, Sample::trimmed);
  }

  Side trimmedHead(double[] figures) {
    return side(head, figures, Sample::trimmed);
  }

  private Side side(int[] strata, double[] figures, Function<double[], Sample> sample) {
    int[] used = new int[weights.length];
    double[][] parted = new double[weights.length][4];
    for (int i = 0; i < figures.length; i++) {
      int s = strata[i];
      if (s == OUT) {
        continue;
      }
      if (used[s] == parted[s].length) {
        parted[s] = Arrays.copyOf(parted[s], 2 * used[s]);
      }
      parted[s][used[s]++] = figures[i];
    }
    Sample[] samples = new Sample[weights.length];
    for (int s = 0; s < samples.length; s++) {
      samples[s] = sample.apply(Arrays.copyOf(parted[s], used[s]));
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
