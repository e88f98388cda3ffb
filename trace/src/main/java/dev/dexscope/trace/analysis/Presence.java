package dev.dexscope.trace.analysis;

import java.util.Arrays;

/**
 * In how many runs of each side something took time at all: a question of its own beside how long
 * it took there. Fisher's exact test, in strata Zelen's: of all ways to distribute the runs that
 * have it over both sides, the share of those that are as far from even.
 *
 * @param base the number of runs before that have it
 * @param head the number of runs after that have it
 * @param ratio of the shares of runs that have it: after divided by before, in logarithms
 * @param variance of that ratio (Katz 1978); 0 if every run has it
 * @param p the probability that chance alone explains the difference; 1 if every run has it
 */
public record Presence(int base, int head, double ratio, double variance, double p) {
  static Presence of(Times base, Times head, Strata strata) {
    int before = count(base.present());
    int after = count(head.present());
    if (before == base.present().length && after == head.present().length) {
      return new Presence(before, after, 0, 0, 1);
    }
    if (before + after == 0) {
      return new Presence(0, 0, 0, 0, 1);
    }
    double b = strata.mean(strata.base(base.shares()));
    double h = strata.mean(strata.head(head.shares()));
    double variance = before == 0 || after == 0 ? 0 : (1 - b) / before + (1 - h) / after;
    double[] ways = {1};
    for (int s = 0; s < strata.count(); s++) {
      int having = strata.countBase(s, base.present()) + strata.countHead(s, head.present());
      ways = convolved(ways, hypergeometric(having, strata.baseRuns(s), strata.headRuns(s)));
    }
    return new Presence(before, after, Math.log(h / b), variance, twoSided(ways, before));
  }

  /** Returns whether every run has it. */
  public boolean isComplete() {
    return variance == 0 && ratio == 0;
  }

  /** Returns whether no run has it. */
  public boolean isNowhere() {
    return base + head == 0;
  }

  /** Returns whether one side has no run with it, and the other has. */
  public boolean isOneSided() {
    return Double.isInfinite(ratio);
  }

  private static int count(boolean[] present) {
    int count = 0;
    for (boolean each : present) {
      count += each ? 1 : 0;
    }
    return count;
  }

  /** The probabilities that 0, 1, ... of the runs that have it are among those before. */
  private static double[] hypergeometric(int having, int base, int head) {
    double[] logs = new double[having + 1];
    for (int k = 0; k <= having; k++) {
      logs[k] =
          k > base || having - k > head
              ? Double.NEGATIVE_INFINITY
              : choose(base, k) + choose(head, having - k) - choose(base + head, having);
    }
    return Arrays.stream(logs).map(Math::exp).toArray();
  }

  private static double choose(int all, int some) {
    int few = Math.min(some, all - some);
    double log = 0;
    for (int i = 1; i <= few; i++) {
      log += Math.log((double) (all - few + i) / i);
    }
    return log;
  }

  private static double[] convolved(double[] a, double[] b) {
    double[] sums = new double[a.length + b.length - 1];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        sums[i + k] += a[i] * b[k];
      }
    }
    return sums;
  }

  /** Twice the smaller tail. */
  private static double twoSided(double[] ways, int found) {
    double below = Arrays.stream(ways, 0, found + 1).sum();
    double above = Arrays.stream(ways, found, ways.length).sum();
    return Math.min(1, 2 * Math.min(below, above));
  }
}
