package dev.dexscope.inject.coverage;

/** How many items, of whatever kind, were not reached, and how many were. */
public record Counter(int missed, int covered) {
  /** Without items. */
  public static final Counter NONE = new Counter(0, 0);

  /** Returns one for a single item. */
  public static Counter ofOne(boolean isCovered) {
    return isCovered ? new Counter(0, 1) : new Counter(1, 0);
  }

  /** Returns the sum of two. */
  public Counter plus(Counter other) {
    return new Counter(missed + other.missed, covered + other.covered);
  }

  /** The number of items. */
  public int total() {
    return missed + covered;
  }

  /** The part that was reached; 1 where there are no items. */
  public double share() {
    return total() == 0 ? 1 : (double) covered / total();
  }
}
