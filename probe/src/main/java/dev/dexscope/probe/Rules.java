package dev.dexscope.probe;

/** The rules of counting calls: the settings that a thread's {@link Calls} need. */
final class Rules {
  /** Everything is timed, without call paths. */
  static final Rules PLAIN = new Rules(Long.MAX_VALUE, 0, 0, Overhead.NONE, false);

  /** A method called more often than this ... */
  final long throttleCalls;

  /** ... and shorter than this on average is no longer timed. */
  final long throttleNanos;

  /** The number of methods in a call path; 0 disables call paths. */
  final int pathDepth;

  final Overhead overhead;

  /** Whether calls are only counted, without their time and paths. */
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
