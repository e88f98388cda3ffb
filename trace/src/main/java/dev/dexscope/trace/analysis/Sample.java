package dev.dexscope.trace.analysis;

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
