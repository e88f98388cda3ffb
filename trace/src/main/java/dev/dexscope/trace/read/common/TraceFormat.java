package dev.dexscope.trace.read.common;

import dev.dexscope.trace.TraceInfo;

/**
 * One way to write a trace: finds the header and the tables, and can go through the records as
 * often as it is asked to.
 */
public non-sealed interface TraceFormat extends Source {
  /**
   * Gives each record to the balancer. The first time it may fill the tables; the numbers of
   * threads and methods are the same each time.
   *
   * @return how many bytes at the end are no whole record
   */
  long read(Balancer balancer);

  /** What the trace says of itself; complete after the first {@link #read}. */
  TraceInfo info(long measuredNanos, boolean sampled);
}
