package dev.dexscope.trace.read.traceview;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Summary;
import dev.dexscope.trace.write.TraceviewWriter;
import java.util.Map;

/** The values of the keys of a Traceview trace. */
final class TraceviewInfo {
  private TraceviewInfo() {}

  static TraceInfo of(
      String file,
      String format,
      TraceviewHeader header,
      Clock clock,
      Summary summary,
      long measuredNanos,
      boolean looksSampled) {
    Map<String, String> keys = summary.keys();
    return new TraceInfo(
        file,
        format,
        header.version(),
        header.recordSize(),
        clock,
        header.startMicros(),
        measuredNanos > 0 ? measuredNanos : summary.elapsedNanos(),
        keys.getOrDefault("vm", ""),
        keys.containsKey("pid") ? summary.number("pid") : -1,
        summary.isOurs() ? keys.containsKey(TraceviewWriter.SAMPLING_INTERVAL) : looksSampled,
        summary.overflow(),
        summary.number("clock-call-overhead-nsec"),
        keys);
  }
}
