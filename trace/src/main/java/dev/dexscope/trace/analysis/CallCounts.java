package dev.dexscope.trace.analysis;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The numbers of calls on both sides. Calls are counted, not measured: a difference that all runs
 * show needs no statistics.
 *
 * @param baseLeast the fewest calls in a run before
 * @param baseMost the most
 * @param headLeast the fewest calls in a run after
 * @param headMost the most
 */
public record CallCounts(long baseLeast, long baseMost, long headLeast, long headMost) {

  static <T> CallCounts of(List<T> base, List<T> head, ToLongFunction<T> calls) {
    return new CallCounts(
        base.stream().mapToLong(calls).min().orElse(0),
        base.stream().mapToLong(calls).max().orElse(0),
        head.stream().mapToLong(calls).min().orElse(0),
        head.stream().mapToLong(calls).max().orElse(0));
  }

  /** Returns whether every run has the same number. */
  public boolean isSame() {
    return baseLeast == headMost && baseMost == headLeast;
  }

  /**
   * Returns by how much every run after has more calls than every run before: 0.1 is 10 % more,
   * infinite if there were no calls before; 0 if the runs of both sides overlap or there are fewer
   * calls.
   */
  public double growth() {
    if (headLeast <= baseMost) {
      return 0;
    }
    return baseMost == 0 ? Double.POSITIVE_INFINITY : (double) (headLeast - baseMost) / baseMost;
  }
}
