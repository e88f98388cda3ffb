package dev.dexscope.trace.analysis;

/**
 * The difference of one method (class, package, thread, or the whole) between two sets of runs.
 *
 * @param name the method's, class's, package's or thread's name
 * @param base the time before
 * @param head the time after
 * @param calls the numbers of calls
 * @param presence in how many runs of each side it took time
 * @param shift the distance of the head above the base; untestable if one side has none
 * @param p the probability that chance explains the change, corrected for the number of rows that
 *     were tested with it; NaN if it was not tested
 * @param detectable the least increase, as a fraction, that four of five such sets of runs would
 *     prove; infinite if the spread is unknown
 * @param verdict the result
 */
public record Difference(
    String name,
    Sample base,
    Sample head,
    CallCounts calls,
    Presence presence,
    Shift shift,
    double p,
    double detectable,
    Verdict verdict) {

  /** The result of a comparison. */
  public enum Verdict {
    /** Slower, beyond what chance explains. */
    REGRESSED,
    /** Faster, beyond what chance explains. */
    IMPROVED,
    /** Proven not to have changed by more than what matters. */
    UNCHANGED,
    /** None of these: more runs are required. */
    UNPROVEN,
    /** Its times are no more than their errors: more runs of the same kind prove nothing. */
    UNKNOWN
  }

  /** The change of the mean: positive is slower. */
  public double delta() {
    return head.mean() - base.mean();
  }

  /**
   * The change of a typical run as a fraction: 0.1 is 10 % slower; infinite where there was
   * nothing. It is that of the model whose interval is shown, where there is one.
   */
  public double relative() {
    if (shift.isTestable()) {
      return Math.expm1(shift.logs());
    }
    if (base.mean() == 0) {
      return head.mean() == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    return delta() / base.mean();
  }

  /**
   * Returns the least change that is consistent with the runs, as a fraction; -1 if the runs show
   * nothing.
   */
  public double least(double confidence) {
    return shift.end(-1, confidence) - 1;
  }

  /**
   * Returns the largest change that is consistent with the runs; infinite if the runs show nothing.
   */
  public double most(double confidence) {
    return shift.end(1, confidence) - 1;
  }
}
