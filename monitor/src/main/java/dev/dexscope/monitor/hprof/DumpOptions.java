package dev.dexscope.monitor.hprof;

import dev.dexscope.trace.retrace.Mapping;
import org.jspecify.annotations.Nullable;

/**
 * How a dump is read.
 *
 * @param pid the process of several whose heap graphs are in a file; {@link #ONLY} if there is one
 * @param mapping what gives classes and fields the names of the source; null for those of the dump,
 *     or those that a trace of Perfetto has for them
 */
public record DumpOptions(long pid, @Nullable Mapping mapping) {
  /** The only process of a file. */
  public static final long ONLY = -1;

  public static final DumpOptions PLAIN = new DumpOptions(ONLY, null);

  /** Returns these options with another process. */
  public DumpOptions withPid(long other) {
    return new DumpOptions(other, mapping);
  }

  /** Returns these options with another mapping; null removes it. */
  public DumpOptions withMapping(@Nullable Mapping other) {
    return new DumpOptions(pid, other);
  }
}
