package dev.dexscope.trace.analysis;

/**
 * The difference of one method (class, package, thread, or the whole) between two sets of runs.
 *
 * @param name the method's, class's, package's or thread's name
 * @param base the time before
 * @param head the time after
 * @param calls the numbers of calls
 * @param shift the distance of the head above the base
 * @param p the probability that chance explains the change, corrected for the number of rows that
 *     were tested with it; NaN if the spread is unknown
 * @param verdict the result
 */
public record Difference(
    String name,
    Sample base,
    Sample head,
    CallCounts calls,
    Shift shift,
    double p,
    Verdict verdict) {

  /** The result of a comparison. */
  public enum Verdict {
    /** Slower, beyond what chance explains. */
    REGRESSED,
    /** Faster, beyond what chance explains. */
    IMPROVED,
    /** Proven not to have changed by more than what matters. */
    UNCHANGED,
    /** Neither: more runs are required. */
    UNPROVEN
  }

  /** The change of the mean: positive is slower. */
  public double delta() {
    return head.mean() - base.mean();
  }

  /** The change as a fraction of the base: 0.1 is 10 % slower; infinite where there was nothing. */
  public double relative() {
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
