package dev.dexscope.trace.analysis;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/** Student's t distribution, for tests and intervals on a handful of runs. */
final class StudentT {
  private static final double PRECISION = 1e-10;

  private StudentT() {}

  /**
   * Returns the probability that chance alone results in a |t| at least this large:
   * I<sub>x</sub>(df/2, 1/2) with x = df / (df + t²), Abramowitz and Stegun 26.7.1.
   */
  static double twoSidedP(double t, double df) {
    return RegularizedBeta.value(df / (df + t * t), df / 2, 0.5);
  }

  /** The t that chance exceeds, on either side together, with probability {@code p}. */
  static double criticalValue(double p, double df) {
    double low = 0;
    double high = 1;
    while (twoSidedP(high, df) > p) {
      high *= 2;
    }
    while (high - low > PRECISION * high) {
      double middle = (low + high) / 2;
      if (twoSidedP(middle, df) > p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
