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

  /** Compares figures in nanoseconds. */
  static Shift of(double[] base, double[] head) {
    Sample b = logarithms(base);
    Sample h = logarithms(head);
    double shift = h.mean() - b.mean();
    double vb = Math.max(b.variance(), roundingOf(b));
    double vh = Math.max(h.variance(), roundingOf(h));
    Shift pooled = pooled(shift, b.runs(), vb, h.runs(), vh);
    if (b.runs() == h.runs() || b.runs() < 2 || h.runs() < 2) {
      return pooled;
    }
    // Only with as many runs on each side may the spreads differ unseen.
    Shift welch = welch(shift, b.runs(), vb, h.runs(), vh);
    return welch.p() > pooled.p() ? welch : pooled;
  }

  private static Sample logarithms(double[] figures) {
    double[] logs = new double[figures.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(figures[i] + RESOLUTION);
    }
    return Sample.of(logs);
  }

  /** The variance that rounding at both ends of a time makes by itself. */
  private static double roundingOf(Sample logs) {
    double share = RESOLUTION / Math.exp(logs.mean());
    return share * share / 6;
  }

  private static Shift pooled(double shift, int b, double vb, int h, double vh) {
    double freedom = b + h - 2.0;
    double variance = freedom == 0 ? 0 : ((b - 1) * vb + (h - 1) * vh) / freedom;
    return new Shift(shift, Math.sqrt(variance * (1.0 / b + 1.0 / h)), freedom);
  }

  private static Shift welch(double shift, int b, double vb, int h, double vh) {
    double eb = vb / b;
    double eh = vh / h;
    // Welch-Satterthwaite: the degrees of freedom of a sum of unequal variances.
    double freedom = (eb + eh) * (eb + eh) / (eb * eb / (b - 1) + eh * eh / (h - 1));
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
