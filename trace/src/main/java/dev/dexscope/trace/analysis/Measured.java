package dev.dexscope.trace.analysis;

import dev.dexscope.trace.analysis.Difference.Verdict;

/**
 * The figures of one name in the runs of two sides, before they are judged with those of others.
 *
 * <pre>{@code
 * Measured.of("run", new double[] {1e6, 2e6}, new double[] {3e6, 4e6}, calls, strata);
 * }</pre>
 *
 * @param name the method's, class's, package's or thread's name
 * @param base the time before
 * @param head the time after
 * @param calls the numbers of calls
 * @param presence in how many runs it is
 * @param size how much longer it takes in the runs that have it
 * @param isKnown whether its times are more than their errors
 */
public record Measured(
    String name,
    Sample base,
    Sample head,
    CallCounts calls,
    Presence presence,
    Shift size,
    boolean isKnown) {
  /** Times are recorded in microseconds: what takes less is not measured. */
  public static final double RESOLUTION = 1000;

  /** Measures the times of runs, in nanoseconds, in the order of the strata's runs. */
  public static Measured of(
      String name, double[] base, double[] head, CallCounts calls, Strata strata) {
    return of(
        name,
        Times.of(base, new double[base.length]),
        Times.of(head, new double[head.length]),
        calls,
        strata);
  }

  static Measured of(String name, Times base, Times head, CallCounts calls, Strata strata) {
    Strata both = strata.among(base.present(), head.present());
    return new Measured(
        name,
        strata.sample(strata.base(base.nanos())),
        strata.sample(strata.head(head.nanos())),
        calls,
        Presence.of(base, head, strata),
        Shift.of(base, head, both),
        base.isKnown() && head.isKnown());
  }

  double largest() {
    return Math.max(base.mean(), head.mean());
  }

  /** How much longer a run takes by it, however many runs have it. */
  Shift change() {
    return presence.isOneSided() || !isKnown ? Shift.UNKNOWN : size.with(presence);
  }

  /** Returns the probability that chance explains its presence and its size; NaN if unknown. */
  double p() {
    if (!isKnown || presence.isNowhere()) {
      return Double.NaN;
    }
    if (presence.isOneSided()) {
      return presence.p();
    }
    if (presence.isComplete()) {
      return size.p();
    }
    // Two questions, each of which can find a change by chance.
    return Math.min(1, 2 * (size.isTestable() ? Math.min(size.p(), presence.p()) : presence.p()));
  }

  /**
   * Judges it.
   *
   * @param p corrected for the number of tests; NaN if it is not tested
   * @param tests the number of tests that it is one of
   */
  Difference answered(double p, int tests, Criteria criteria, double smallest) {
    return new Difference(
        name,
        base,
        head,
        calls,
        presence,
        change(),
        p,
        change().detectable(criteria.level() / tests),
        verdict(p, criteria, smallest));
  }

  private Verdict verdict(double p, Criteria criteria, double smallest) {
    if (!isKnown) {
      return Verdict.UNKNOWN;
    }
    if (p <= criteria.level() && isOneWay()) {
      return direction() > 0 ? Verdict.REGRESSED : Verdict.IMPROVED;
    }
    // What takes little may change by as much as matters of the least that matters.
    double time = criteria.margin() * Math.max(base.mean(), smallest);
    boolean isEqual =
        presence.isNowhere()
            ? base.runs() + head.runs() > 2
            : change().isWithin(Math.log1p(time / (base.mean() + RESOLUTION)), criteria.level());
    return isEqual ? Verdict.UNCHANGED : Verdict.UNPROVEN;
  }

  /** Whether a run takes longer by it, above 0, or less. */
  private double direction() {
    return presence.isOneSided() ? presence.ratio() : change().logs();
  }

  /** Returns whether what is proven has the direction of both together. */
  private boolean isOneWay() {
    double proven = presence.p() < size.p() || !size.isTestable() ? presence.ratio() : size.logs();
    return proven * direction() > 0;
  }
}
