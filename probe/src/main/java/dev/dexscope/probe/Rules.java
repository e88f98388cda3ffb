package dev.dexscope.probe;

/** How calls are counted: the settings that a thread's {@link Calls} need. */
final class Rules {
  /** Everything is timed, without call paths. */
  static final Rules PLAIN = new Rules(Long.MAX_VALUE, 0, 0, Overhead.NONE, false);

  /** A method called more often than this ... */
  final long throttleCalls;

  /** ... and shorter than this on the average is not timed any more. */
  final long throttleNanos;

  /** How many methods a call path has; 0 for no call paths. */
  final int pathDepth;

  final Overhead overhead;

  /** Whether calls are counted only, neither their time nor their paths. */
  final boolean isCounting;

  Rules(
      long throttleCalls,
      long throttleNanos,
      int pathDepth,
      Overhead overhead,
      boolean isCounting) {
    this.throttleCalls = throttleCalls;
    this.throttleNanos = throttleNanos;
    this.pathDepth = pathDepth;
    this.overhead = overhead;
    this.isCounting = isCounting;
  }
}
