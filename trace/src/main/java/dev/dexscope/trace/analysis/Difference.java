package dev.dexscope.trace.analysis;

/**
 * What became of one method (class, package, thread) between two sets of runs.
 *
 * @param name the method's, class's, package's or thread's name
 * @param base the figure before
 * @param head the figure after
 * @param p the probability that chance explains the change, corrected for the number of rows; NaN
 *     when a side has a single run
 * @param verdict what it comes to
 */
public record Difference(String name, Sample base, Sample head, double p, Verdict verdict) {

  /** What a change comes to. */
  public enum Verdict {
    /** Slower, beyond what chance explains. */
    REGRESSED,
    /** Faster, beyond what chance explains. */
    IMPROVED,
    /** No more changed than chance explains. */
    UNCHANGED,
    /** Changed, but a single run on one side cannot tell change from noise. */
    UNPROVEN,
    /** Only in the head. */
    ADDED,
    /** Only in the base. */
    REMOVED
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
}
