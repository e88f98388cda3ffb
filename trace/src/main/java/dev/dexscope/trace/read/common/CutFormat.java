package dev.dexscope.trace.read.common;

import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.TraceInfo;

/**
 * A format of a file that was cut off.
 *
 * @param format of what is whole
 * @param missed how many bytes at the end are not
 */
public record CutFormat(TraceFormat format, long missed) implements TraceFormat {
  @Override
  public long read(Balancer balancer) {
    return format.read(balancer) + missed;
  }

  @Override
  public LineTimes lines() {
    return format.lines();
  }

  @Override
  public TraceInfo info(long measuredNanos, boolean sampled) {
    return format.info(measuredNanos, sampled);
  }
}
