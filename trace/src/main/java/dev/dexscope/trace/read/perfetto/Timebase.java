package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ProtoMessage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * By what samples were taken, and what they weigh. Field numbers are those of
 * protos/perfetto/common/perf_events.proto and protos/perfetto/trace/profiling/stack_sample.proto.
 *
 * @param kind the word for these samples
 * @param isTime whether they weigh nanoseconds
 * @param unit of their weights otherwise
 * @param each the weight of a sample that states none, or of the unit of stated ones; 0 if it is
 *     the time since the sample before
 */
record Timebase(String kind, boolean isTime, String unit, long each) {
  /** Samples of the processor's clock, or by no timebase that is stated. */
  static final String USUAL = "samples";

  private static final String WITHOUT_NAME = "stacks";

  /** Words for other kinds of stacks in a trace. */
  private static final Set<String> TAKEN = Set.of("slices", USUAL, "heap", "alloc", "async");

  static final Timebase CLOCK = new Timebase(USUAL, true, "", 0);

  static final Timebase UNKNOWN = new Timebase(WITHOUT_NAME, false, USUAL, 1);

  private static final int CPU_CLOCK = 1;
  private static final int TASK_CLOCK = 3;

  /** The kernel's counters, as perf names them. */
  private static final Map<Long, String> COUNTERS =
      Map.ofEntries(
          Map.entry(2L, "page-faults"),
          Map.entry(4L, "context-switches"),
          Map.entry(5L, "cpu-migrations"),
          Map.entry(6L, "minor-faults"),
          Map.entry(7L, "major-faults"),
          Map.entry(8L, "alignment-faults"),
          Map.entry(9L, "emulation-faults"),
          Map.entry(10L, "cpu-cycles"),
          Map.entry(11L, "instructions"),
          Map.entry(12L, "cache-references"),
          Map.entry(13L, "cache-misses"),
          Map.entry(14L, "branch-instructions"),
          Map.entry(15L, "branch-misses"),
          Map.entry(16L, "bus-cycles"),
          Map.entry(17L, "stalled-cycles-frontend"),
          Map.entry(18L, "stalled-cycles-backend"),
          Map.entry(19L, "ref-cycles"));

  private static final int NANOSECONDS = 1;

  private static final List<String> UNITS =
      List.of(
          USUAL,
          "ns",
          "cycles",
          "instructions",
          "bytes",
          "page-faults",
          "cache-misses",
          "cache-references",
          "branch-misses",
          USUAL);

  /** That of {@code traced_perf}, by a {@code PerfEvents.Timebase}. */
  static Timebase ofPerf(@Nullable ProtoMessage timebase) {
    if (timebase == null) {
      return CLOCK;
    }
    long period = Math.max(0, timebase.number(1));
    long counter = timebase.number(4);
    ProtoMessage tracepoint = timebase.part(3);
    if (tracepoint == null && timebase.part(5) == null) {
      if (counter == 0 || counter == CPU_CLOCK || counter == TASK_CLOCK) {
        long frequency = timebase.number(2);
        return new Timebase(USUAL, true, "", frequency > 0 ? 1_000_000_000 / frequency : period);
      }
    }
    String name = timebase.text(10);
    if (name.isEmpty()) {
      name =
          tracepoint == null
              ? COUNTERS.getOrDefault(counter, "raw-event")
              : tracepoint.text(1).replace('/', ':');
    }
    // By its frequency a sample stands for a number of events that is not stated.
    return new Timebase(free(name), false, period > 0 ? name : USUAL, Math.max(1, period));
  }

  /** That of a {@code StackSample}, by a {@code CounterDescriptor}. */
  static Timebase ofCounter(ProtoMessage counter) {
    String name = counter.text(2);
    long unit = counter.number(3);
    String text = counter.text(4);
    long each = Math.max(1, counter.number(5));
    String word = unit > 0 && unit < UNITS.size() ? UNITS.get((int) unit) : text;
    boolean isTime = unit == NANOSECONDS || word.equals("ns");
    return new Timebase(
        free(name.isEmpty() ? WITHOUT_NAME : name), isTime, word.isEmpty() ? USUAL : word, each);
  }

  /** Returns whether its time is that of a processor. */
  boolean isOfProcessor() {
    return kind.equals(USUAL) || kind.toLowerCase(Locale.ROOT).contains("cpu");
  }

  private static String free(String name) {
    return TAKEN.contains(name) ? name + " samples" : name;
  }
}
