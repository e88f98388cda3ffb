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
 * @param base the times before, in nanoseconds
 * @param head the times after
 * @param calls the numbers of calls
 * @param shift the distance of the head above the base
 */
public record Measured(String name, Sample base, Sample head, CallCounts calls, Shift shift) {
  /** Measures the times of runs, in nanoseconds, in the order of the strata's runs. */
  public static Measured of(
      String name, double[] base, double[] head, CallCounts calls, Strata strata) {
    return new Measured(
        name,
        strata.sample(strata.base(base)),
        strata.sample(strata.head(head)),
        calls,
        Shift.of(base, head, strata));
  }

  double largest() {
    return Math.max(base.mean(), head.mean());
  }

  Difference answered(double p, Criteria criteria, double smallest) {
    return new Difference(name, base, head, calls, shift, p, verdict(p, criteria, smallest));
  }

  private Verdict verdict(double p, Criteria criteria, double smallest) {
    if (p <= criteria.level()) {
      return shift.logs() > 0 ? Verdict.REGRESSED : Verdict.IMPROVED;
    }
    // What takes little may change by as much as matters of the least that matters.
    double time = criteria.margin() * Math.max(base.mean(), smallest);
    double margin = Math.log1p(time / (base.mean() + Shift.RESOLUTION));
    return shift.isWithin(margin, criteria.level()) ? Verdict.UNCHANGED : Verdict.UNPROVEN;
  }
}
