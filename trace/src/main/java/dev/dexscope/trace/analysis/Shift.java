package dev.dexscope.trace.analysis;

/**
 * The distance between the logarithms of both sides' figures, for Student's t-test. Times vary by
 * factors, not by sums: on logarithms a slow run weighs no more than a fast one, and a side that is
 * ten times slower has the same spread as the other, so that both contribute to its estimate.
 * Therefore three runs on each side suffice for a large change.
 *
 * @param logs the difference of the means of the logarithms
 * @param error its standard error
 * @param freedom the degrees of freedom of that error; 0 if the spread is unknown
 */
public record Shift(double logs, double error, double freedom) {
  /**
   * Times are recorded in microseconds: below that, logarithms would exaggerate small differences.
   */
  static final double RESOLUTION = 1000;

  /** Compares figures in nanoseconds, each with those of its stratum. */
  static Shift of(double[] base, double[] head, Strata strata) {
    Strata.Side b = strata.base(logarithms(base));
    Strata.Side h = strata.head(logarithms(head));
    double before = strata.mean(b);
    double after = strata.mean(h);
    double shift = after - before;
    double vb = Math.max(b.variance(), roundingOf(before));
    double vh = Math.max(h.variance(), roundingOf(after));
    double eb = strata.errorOf(b);
    double eh = strata.errorOf(h);
    Shift pooled = pooled(shift, eb + eh, b.freedom(), vb, h.freedom(), vh);
    if (strata.isBalanced(b, h) || b.freedom() == 0 || h.freedom() == 0) {
      return pooled;
    }
    // Only with as many runs on each side may the spreads differ unseen.
    Shift welch = welch(shift, b.freedom(), eb * vb, h.freedom(), eh * vh);
    return welch.p() > pooled.p() ? welch : pooled;
  }

  private static double[] logarithms(double[] figures) {
    double[] logs = new double[figures.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(figures[i] + RESOLUTION);
    }
    return logs;
  }

  /** The variance that rounding at both ends of a time makes by itself. */
  private static double roundingOf(double meanOfLogs) {
    double share = RESOLUTION / Math.exp(meanOfLogs);
    return share * share / 6;
  }

  private static Shift pooled(
      double shift, double errors, double fb, double vb, double fh, double vh) {
    double freedom = fb + fh;
    double variance = freedom == 0 ? 0 : (fb * vb + fh * vh) / freedom;
    return new Shift(shift, Math.sqrt(variance * errors), freedom);
  }

  private static Shift welch(double shift, double fb, double eb, double fh, double eh) {
    // Welch-Satterthwaite: the degrees of freedom of a sum of unequal variances.
    double freedom = (eb + eh) * (eb + eh) / (eb * eb / fb + eh * eh / fh);
    return new Shift(shift, Math.sqrt(eb + eh), freedom);
  }

  /** Returns whether a spread is known, so that a test is possible. */
  public boolean isTestable() {
    return freedom > 0;
  }

  /** Returns the probability that chance alone causes such a shift; NaN if unknown. */
  public double p() {
    return isTestable() ? StudentT.twoSidedP(logs / error, freedom) : Double.NaN;
  }

  /**
   * Returns whether the shift is proven to be less than {@code margin} either way, by two one-sided
   * tests (Schuirmann 1987).
   */
  boolean isWithin(double margin, double level) {
    double room = margin - Math.abs(logs);
    return isTestable() && room > 0 && StudentT.twoSidedP(room / error, freedom) / 2 <= level;
  }

  /** The end of the interval in which the change lies, as a factor; {@code side} is -1 or 1. */
  double end(int side, double confidence) {
    if (!isTestable()) {
      return side < 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    return Math.exp(logs + side * error * StudentT.criticalValue(1 - confidence, freedom));
  }
}
