package dev.dexscope.trace;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Options for reading a trace.
 *
 * <pre>{@code
 * TraceReader.open(file, TraceOptions.PLAIN.withMapping(mapping).withEvent("lock"));
 * }</pre>
 *
 * @param mapping a ProGuard or R8 mapping file whose names replace obfuscated ones, or a folder as
 *     in {@link MappingFiles}; may be null
 * @param withoutClockOverhead whether to subtract the cost of reading the clock, as recorded in the
 *     trace
 * @param event the kind of samples to read from a file with several kinds (processor time,
 *     allocations); empty for the default
 * @param withoutPaths whether sums by method are enough ({@link Trace#sums}): where the trace is of
 *     single calls, memory then follows the number of methods instead of that of call paths, and
 *     its trees have no nodes besides those of the threads. Filters by method, time or cost need
 *     the paths
 * @param progress receives from time to time the number of bytes read
 */
public record TraceOptions(
    @Nullable Path mapping,
    boolean withoutClockOverhead,
    String event,
    boolean withoutPaths,
    LongConsumer progress) {
  public static final TraceOptions PLAIN = new TraceOptions(null, false, "", false, _ -> {});

  /** Returns these options with a mapping file; null removes it. */
  public TraceOptions withMapping(@Nullable Path mapping) {
    return new TraceOptions(mapping, withoutClockOverhead, event, withoutPaths, progress);
  }

  /** Returns these options with or without the cost of reading the clock. */
  public TraceOptions withoutClockOverhead(boolean isWithout) {
    return new TraceOptions(mapping, isWithout, event, withoutPaths, progress);
  }

  /** Returns these options with another kind of samples; empty for the usual one. */
  public TraceOptions withEvent(String event) {
    return new TraceOptions(mapping, withoutClockOverhead, event, withoutPaths, progress);
  }

  /** Returns these options with sums by method in the place of call paths, or with call paths. */
  public TraceOptions withoutPaths(boolean isWithout) {
    return new TraceOptions(mapping, withoutClockOverhead, event, isWithout, progress);
  }

  /** Returns these options with another receiver of the progress. */
  public TraceOptions withProgress(LongConsumer progress) {
    return new TraceOptions(mapping, withoutClockOverhead, event, withoutPaths, progress);
  }
}
