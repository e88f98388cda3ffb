package dev.dexscope.trace.analysis;

/**
 * What counts as a change.
 *
 * @param level how often chance may be mistaken for a change: 0.05
 * @param margin a change by less than this fraction does not matter: 0.1 is 10 %
 * @param share what takes less than this share of the whole does not matter: 0.01 is 1 %
 */
public record Criteria(double level, double margin, double share) {
  /** One mistake in twenty, 10 %, and one per cent of the whole. */
  public static final Criteria USUAL = new Criteria(0.05, 0.1, 0.01);
}
