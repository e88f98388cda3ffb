package dev.dexscope.trace;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How to read a trace.
 *
 * <pre>{@code
 * TraceReader.open(file, TraceOptions.PLAIN.withMapping(mapping).withEvent("lock"));
 * }</pre>
 *
 * @param mapping a ProGuard or R8 mapping file whose names take the place of obfuscated ones; null
 *     for none
 * @param withoutClockOverhead whether to take off what reading the clock cost, as the trace itself
 *     says
 * @param event of a file with samples of several kinds (processor time, allocations) those to take;
 *     empty for the usual ones
 * @param progress told from time to time up to which byte the trace has been read
 */
public record TraceOptions(
    @Nullable Path mapping, boolean withoutClockOverhead, String event, LongConsumer progress) {
  public static final TraceOptions PLAIN = new TraceOptions(null, false, "", _ -> {});

  /** Returns these options with a mapping file; null for none. */
  public TraceOptions withMapping(@Nullable Path mapping) {
    return new TraceOptions(mapping, withoutClockOverhead, event, progress);
  }

  /** Returns these options with or without the cost of reading the clock. */
  public TraceOptions withoutClockOverhead(boolean isWithout) {
    return new TraceOptions(mapping, isWithout, event, progress);
  }

  /** Returns these options with another kind of samples; empty for the usual one. */
  public TraceOptions withEvent(String event) {
    return new TraceOptions(mapping, withoutClockOverhead, event, progress);
  }

  /** Returns these options with another receiver of the progress. */
  public TraceOptions withProgress(LongConsumer progress) {
    return new TraceOptions(mapping, withoutClockOverhead, event, progress);
  }
}
