package dev.dexscope.trace.analysis;

import org.jspecify.annotations.Nullable;

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
  static final Shift UNKNOWN = new Shift(0, 0, 0);

  /** The share of changes of this size that are found, in {@link #detectable}. */
  private static final double POWER = 0.8;

  /** The figures of a side, in logarithms: their means in strata, and the least of their spread. */
  private record Side(Strata.Side logs, double floor) {
    double variance() {
      return Math.max(logs.variance(), floor);
    }
  }

  /**
   * Compares the figures of the runs that have them, each with those of its stratum.
   *
   * @param strata of the runs that have the figures; null if no two can be compared
   */
  static Shift of(Times base, Times head, @Nullable Strata strata) {
    if (strata == null) {
      return UNKNOWN;
    }
    var b = new Side(strata.trimmedBase(base.logs()), base.floor());
    var h = new Side(strata.trimmedHead(head.logs()), head.floor());
    double shift = strata.mean(h.logs) - strata.mean(b.logs);
    double eb = strata.errorOf(b.logs);
    double eh = strata.errorOf(h.logs);
    double fb = b.logs.freedom();
    double fh = h.logs.freedom();
    Shift pooled = pooled(shift, eb + eh, fb, b.variance(), fh, h.variance());
    if (strata.isBalanced(b.logs, h.logs) || fb == 0 || fh == 0) {
      return pooled;
    }
    // Only with as many runs on each side may the spreads differ unseen.
    Shift welch = welch(shift, fb, eb * b.variance(), fh, eh * h.variance());
    return welch.p() > pooled.p() ? welch : pooled;
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

  /** The shift of the mean of all runs, of which some have nothing. */
  Shift with(Presence presence) {
    return presence.isComplete()
        ? this
        : new Shift(
            logs + presence.ratio(), Math.sqrt(error * error + presence.variance()), freedom);
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

  /**
   * Returns the least increase that four of five such sets of runs would prove, as a fraction;
   * infinite if the spread is unknown.
   */
  double detectable(double level) {
    if (!isTestable()) {
      return Double.POSITIVE_INFINITY;
    }
    double found = StudentT.criticalValue(2 * (1 - POWER), freedom);
    return Math.expm1(error * (StudentT.criticalValue(level, freedom) + found));
  }
}
