package dev.dexscope.vm.differential.kin;

/** Only its package sees it; what it declares is inherited through {@link Kin}. */
class Elder {
  protected int kinInt = 3;
  protected static long kinStaticLong = 1L << 35;

  protected int weigh(int i) {
    return i * 3 + kinInt;
  }

  protected static long stretch(long l, int i) {
    return l << i ^ kinStaticLong;
  }

  /** Called by random methods of another package. */
  public int open(int i) {
    return i ^ kinInt;
  }
}
