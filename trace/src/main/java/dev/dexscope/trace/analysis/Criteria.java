package dev.dexscope.trace.analysis;

/**
 * The criteria of a change.
 *
 * @param level the probability of mistaking chance for a change: 0.05
 * @param margin changes by less than this fraction are ignored: 0.1 is 10 %
 * @param share rows with less than this share of the whole are ignored: 0.01 is 1 %
 */
public record Criteria(double level, double margin, double share) {
  /** One mistake in twenty, 10 %, and one per cent of the whole. */
  public static final Criteria USUAL = new Criteria(0.05, 0.1, 0.01);
}
