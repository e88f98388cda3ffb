package dev.dexscope.observe.trace;

import dev.dexscope.trace.Clock;
import java.time.Duration;

/**
 * The settings of a trace.
 *
 * @param clock the times of records; with both the file has version 3, with one of them version 2
 * @param bufferSize the maximum bytes of records; later ones are not recorded, and the trace is
 *     marked
 * @param streaming whether the file can be read while the trace runs
 * @param interval between samples; zero records every call
 * @param countAllocations whether the trace contains allocated bytes and garbage collections
 * @param platform between samples that show the platform's methods, where every call of the program
 *     is recorded; zero for none. They arrive until the trace ends: it is no stream.
 */
public record TraceRequest(
    Clock clock,
    long bufferSize,
    boolean streaming,
    Duration interval,
    boolean countAllocations,
    Duration platform) {

  /** Every call, with both clocks, without bound: the records go to disk. */
  public static final TraceRequest EVERYTHING =
      new TraceRequest(Clock.DUAL, Long.MAX_VALUE, false, Duration.ZERO, false, Duration.ZERO);

  /** The same, sampled. */
  public TraceRequest sampledEvery(Duration interval) {
    return new TraceRequest(clock, bufferSize, streaming, interval, countAllocations, platform);
  }

  /** The same, with so many bytes of records. */
  public TraceRequest withBufferSize(long bufferSize) {
    return new TraceRequest(clock, bufferSize, streaming, interval, countAllocations, platform);
  }

  /** The same with another clock. */
  public TraceRequest withClock(Clock clock) {
    return new TraceRequest(clock, bufferSize, streaming, interval, countAllocations, platform);
  }

  /** The same, with the platform's methods by samples. */
  public TraceRequest withPlatform(Duration interval) {
    return new TraceRequest(clock, bufferSize, false, Duration.ZERO, countAllocations, interval);
  }

  /** The same as a stream. */
  public TraceRequest streamed() {
    return new TraceRequest(clock, bufferSize, true, interval, countAllocations, Duration.ZERO);
  }

  int version() {
    return clock == Clock.DUAL ? 3 : 2;
  }

  int recordSize() {
    return clock == Clock.DUAL ? 14 : 10;
  }
}
