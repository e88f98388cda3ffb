package dev.dexscope.probe;

/** The clocks that calls are timed with, in nanoseconds. */
interface Clock {
  long MICROSECOND = 1_000;
  long MILLISECOND = 1_000_000;
  long SECOND = 1_000_000_000;

  /** Elapsed time. */
  long wall();

  /** CPU time of the current thread; 0 where it is not measured. */
  long cpu();

  /** Returns whether CPU time is measured. */
  boolean hasCpu();
}
