package dev.dexscope.trace.analysis;

/**
 * What became of one method (class, package, thread, or the whole) between two sets of runs.
 *
 * @param name the method's, class's, package's or thread's name
 * @param base the time before
 * @param head the time after
 * @param calls how often it was called
 * @param shift how far the head lies above the base
 * @param p the probability that chance explains the change, corrected for the number of rows that
 *     were tested with it; NaN when nothing is known of the spread
 * @param verdict what it comes to
 */
public record Difference(
    String name,
    Sample base,
    Sample head,
    CallCounts calls,
    Shift shift,
    double p,
    Verdict verdict) {

  /** What a change comes to. */
  public enum Verdict {
    /** Slower, beyond what chance explains. */
    REGRESSED,
    /** Faster, beyond what chance explains. */
    IMPROVED,
    /** Proven not to have changed by more than what matters. */
    UNCHANGED,
    /** Neither: more runs would tell. */
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

  /** The least change that the runs allow for, as a fraction: -1 when they tell nothing. */
  public double least(double confidence) {
    return shift.end(-1, confidence) - 1;
  }

  /** The largest change that the runs allow for; infinite when they tell nothing. */
  public double most(double confidence) {
    return shift.end(1, confidence) - 1;
  }
}
