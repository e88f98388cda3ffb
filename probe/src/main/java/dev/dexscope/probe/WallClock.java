package dev.dexscope.probe;

/** Elapsed time only: the cheapest way, and the only one outside Android. */
final class WallClock implements Clock {
  @Override
  public long wall() {
    return System.nanoTime();
  }

  @Override
  public long cpu() {
    return 0;
  }

  @Override
  public boolean hasCpu() {
    return false;
  }
}
