package dev.dexscope.probe;

import java.util.concurrent.locks.LockSupport;

/**
 * Counts milliseconds, about; now and then it also measures the profiler's own cost again, which
 * becomes less as the VM compiles. Reading the count costs almost nothing, so that calls that are
 * not timed can be checked for having taken long. A tick that comes late counts as one: whoever
 * runs then is not charged with the delay.
 */
final class Ticker implements Runnable {
  private static final long PERIOD = Clock.MILLISECOND;
  private static final int FIRST_CALIBRATION = 64;

  /** Measures the cost. */
  private final Runnable calibration;

  private volatile int ticks;
  private volatile boolean started;
  private volatile long nanosPerTick = PERIOD;

  Ticker(Runnable calibration) {
    this.calibration = calibration;
  }

  /** The ticks so far. */
  int ticks() {
    return ticks;
  }

  /** The length of a tick, on average. */
  long nanosPerTick() {
    return nanosPerTick;
  }

  boolean isStarted() {
    return started;
  }

  /** Begins, if it has not begun yet. */
  synchronized void start() {
    if (!started) {
      started = true;
      Profiler.startDaemon("Alfred's clock", this);
    }
  }

  @Override
  public void run() {
    long start = System.nanoTime();
    int next = FIRST_CALIBRATION;
    while (true) {
      LockSupport.parkNanos(PERIOD);
      tick(System.nanoTime() - start);
      if (ticks == next) {
        calibration.run();
        next *= 2;
      }
    }
  }

  /** Counts one, the time since the start. */
  void tick(long nanos) {
    int count = ticks + 1;
    nanosPerTick = nanos / count;
    ticks = count;
  }
}
