package dev.dexscope.trace.read.common;

import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.TraceInfo;

/**
 * One way to write a trace: finds the header and the tables, and can go through the records any
 * number of times.
 */
public non-sealed interface TraceFormat extends Source {
  /**
   * Gives each record to the balancer. The first time it may fill the tables; the numbers of
   * threads and methods are the same each time.
   *
   * @return how many bytes at the end are no whole record
   */
  long read(Balancer balancer);

  /** Returns the time at lines, where its records have them; complete after the first read. */
  default LineTimes lines() {
    return LineTimes.NONE;
  }

  /** Returns the trace's own properties; complete after the first {@link #read}. */
  TraceInfo info(long measuredNanos, boolean sampled);
}
