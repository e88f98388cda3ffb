package dev.dexscope.probe;

import org.jspecify.annotations.Nullable;

/** The rules of counting calls: the settings that a thread's {@link Calls} need. */
final class Rules implements Runnable {
  private static final int ROUNDS_AGAIN = 4;
  private static final int PAIRS_AGAIN = 2000;

  /** Everything is timed, without call paths. */
  static final Rules PLAIN = new Rules(Long.MAX_VALUE, 0, 0, Overhead.NONE, false);

  /** A path whose calls were timed more often than this ... */
  final long throttleCalls;

  /** ... and are shorter than this on average is timed by samples. */
  final long throttleNanos;

  /** The number of methods in a call path; 0 disables call paths. */
  final int pathDepth;

  /** The cost of measuring, subtracted from all times. */
  volatile Overhead overhead;

  /** The clock whose cost is measured again and again; null if it is not subtracted. */
  private final @Nullable Clock clock;

  /** Runs once a path is timed by samples. */
  final Ticker ticker = new Ticker(this);

  /** Whether calls are only counted, without their time. */
  final boolean isCounting;

  Rules(
      long throttleCalls,
      long throttleNanos,
      int pathDepth,
      Overhead overhead,
      boolean isCounting) {
    this(throttleCalls, throttleNanos, pathDepth, overhead, null, isCounting);
  }

  private Rules(
      long throttleCalls,
      long throttleNanos,
      int pathDepth,
      Overhead overhead,
      @Nullable Clock clock,
      boolean isCounting) {
    this.throttleCalls = throttleCalls;
    this.throttleNanos = throttleNanos;
    this.pathDepth = pathDepth;
    this.overhead = overhead;
    this.clock = clock;
    this.isCounting = isCounting;
  }

  /** The rules of a session. */
  static Rules of(TauConf conf, Clock clock) {
    boolean compensates = conf.compensate && !conf.isUntimed();
    return new Rules(
        conf.isThrottling() ? conf.throttleNumCalls : Long.MAX_VALUE,
        conf.throttlePerCall * Clock.MICROSECOND,
        conf.callPath ? conf.callPathDepth : 0,
        compensates ? Overhead.calibrate(clock) : Overhead.NONE,
        compensates ? clock : null,
        conf.isUntimed());
  }

  /** Measures the cost again. */
  @Override
  public void run() {
    if (clock != null) {
      overhead = Overhead.calibrate(clock, ROUNDS_AGAIN, PAIRS_AGAIN);
    }
  }
}
