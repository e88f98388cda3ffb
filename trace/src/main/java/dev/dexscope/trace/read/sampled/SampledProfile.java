package dev.dexscope.trace.read.sampled;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.TraceFormat;
import java.util.Map;

/** A profile of samples, read whole. */
public final class SampledProfile implements TraceFormat {
  private final ByteView in;
  private final Samples samples;
  private final Samples.Placing placing;
  private final Facts facts;
  private final LineTimes lines;
  private long length;

  /**
   * The properties of a profile.
   *
   * @param format for display
   * @param clock the clock of its weights
   * @param startMicros since 1970 or since boot; 0 unknown
   * @param vm the VM that recorded it; empty when unknown
   * @param pid the process; -1 when unknown, or for several
   * @param keys its other properties
   */
  public record Facts(
      String format,
      int version,
      Clock clock,
      long startMicros,
      String vm,
      long pid,
      Map<String, String> keys) {}

  public SampledProfile(ByteView in, Samples samples, Samples.Placing placing, Facts facts) {
    this(in, samples, placing, facts, LineTimes.NONE);
  }

  /** The same with the time at lines. */
  public SampledProfile(
      ByteView in, Samples samples, Samples.Placing placing, Facts facts, LineTimes lines) {
    this.lines = lines;
    this.in = in;
    this.samples = samples;
    this.placing = placing;
    this.facts = facts;
  }

  @Override
  public long read(Balancer balancer) {
    length = samples.play(balancer, facts.clock(), placing);
    return 0;
  }

  @Override
  public LineTimes lines() {
    return lines;
  }

  @Override
  public TraceInfo info(long measuredNanos, boolean sampled) {
    return new TraceInfo(
        in.file(),
        facts.format(),
        facts.version(),
        0,
        facts.clock(),
        facts.startMicros(),
        length,
        facts.vm(),
        facts.pid(),
        true,
        false,
        0,
        facts.keys());
  }
}
