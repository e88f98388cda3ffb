package dev.dexscope.trace.analysis;

import java.util.Arrays;

/**
 * One figure measured in several runs.
 *
 * <pre>{@code
 * Sample s = Sample.of(9.0, 10.0, 11.0);
 * s.mean();                 // 10
 * s.halfWidth(0.95);        // 2.48: the mean is 10 ± 2.48 with 95 % confidence
 * }</pre>
 *
 * @param runs the number of measurements
 * @param mean the arithmetic mean
 * @param variance the unbiased variance; 0 for a single run, which does not show the spread
 */
public record Sample(int runs, double mean, double variance) {
  /** One of how many is cut off at each end. */
  private static final int TRIMMED = 5;

  /** With fewer runs, too few would be left to show the spread. */
  private static final int LEAST_TRIMMED = 8;

  public static Sample of(double... values) {
    double mean = 0;
    double squares = 0;
    // Welford's recurrence: one pass, and no cancellation between large sums.
    for (int i = 0; i < values.length; i++) {
      double delta = values[i] - mean;
      mean += delta / (i + 1);
      squares += delta * (values[i] - mean);
    }
    return new Sample(values.length, mean, values.length < 2 ? 0 : squares / (values.length - 1));
  }

  /**
   * The measurements without the fifth at each end, if there are enough: their mean, and a variance
   * from which its error follows as usual (Tukey and McLaughlin 1963, Yuen 1974). One run in ten
   * that took ten times as long does not hide what the others show.
   */
  static Sample trimmed(double... values) {
    int cut = values.length < LEAST_TRIMMED ? 0 : values.length / TRIMMED;
    if (cut == 0) {
      return of(values);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int kept = sorted.length - 2 * cut;
    double mean = Arrays.stream(sorted, cut, cut + kept).average().orElse(0);
    // What is cut off counts as the nearest that is kept.
    Arrays.fill(sorted, 0, cut, sorted[cut]);
    Arrays.fill(sorted, cut + kept, sorted.length, sorted[cut + kept - 1]);
    return new Sample(kept, mean, of(sorted).variance() * (values.length - 1) / (kept - 1));
  }

  /** The standard deviation of a single run. */
  public double deviation() {
    return Math.sqrt(variance);
  }

  /**
   * Half the width of the mean's confidence interval; infinite for a single run.
   *
   * @param confidence for example 0.95
   */
  public double halfWidth(double confidence) {
    if (runs < 2) {
      return Double.POSITIVE_INFINITY;
    }
    return StudentT.criticalValue(1 - confidence, runs - 1.0) * Math.sqrt(variance / runs);
  }
}
