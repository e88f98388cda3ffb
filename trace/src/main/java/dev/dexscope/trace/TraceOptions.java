package dev.dexscope.trace;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How to read a trace.
 *
 * @param mapping a ProGuard or R8 mapping file whose names take the place of obfuscated ones; null
 *     for none
 * @param withoutClockOverhead whether to take off what reading the clock cost, as the trace itself
 *     says
 */
public record TraceOptions(@Nullable Path mapping, boolean withoutClockOverhead) {
  public static final TraceOptions PLAIN = new TraceOptions(null, false);
}
