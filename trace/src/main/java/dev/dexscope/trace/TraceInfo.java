package dev.dexscope.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The properties of a trace, from its header and its layout.
 *
 * @param file the name under which it was opened
 * @param format for display: "Traceview, file", "Traceview, streaming", "Format V2, streaming"
 * @param version the version of the format, without the streaming bit
 * @param recordSize bytes of a record; 0 if their size varies
 * @param clock the clock of its times
 * @param startMicros start time; since 1970 (Dalvik, older ART) or since boot (newer ART); 0
 *     unknown
 * @param elapsedNanos time from its first to its last record; if its times do not show it, the time
 *     in its header, which may be longer because it includes the time until the stop
 * @param vm {@code dalvik} or {@code art}; empty when unknown
 * @param pid the process; -1 when unknown
 * @param sampled whether stacks were sampled instead of every call being recorded
 * @param overflow whether the buffer was full before the end
 * @param clockOverheadNanos the cost of reading the clock once, as the VM measured it
 * @param keys all keys of the header with their values, in their order
 */
public record TraceInfo(
    String file,
    String format,
    int version,
    int recordSize,
    Clock clock,
    long startMicros,
    long elapsedNanos,
    String vm,
    long pid,
    boolean sampled,
    boolean overflow,
    long clockOverheadNanos,
    Map<String, String> keys) {
  /** The key of the number of calls that were left out. */
  public static final String ABSENT_CALLS = "untraced-calls";

  /** The key of traces that have what programs marked, not their calls. */
  public static final String MARKS = "marks";

  /** The key of what samples weigh where that is no time. */
  public static final String WEIGHTS = "weights";

  /** The key of the kinds of samples that were read. */
  public static final String EVENT = "event";

  /** The key of those that the file has besides, separated by commas. */
  public static final String OTHER_EVENTS = "other-events";

  /** The key of profiles of two measurements: how the program ran. */
  public static final String RUNS = "runs";

  /** Keys whose values are in other components. */
  private static final Set<String> SAID =
      Set.of(
          "clock",
          "vm",
          "pid",
          "data-file-overflow",
          "elapsed-time-usec",
          "elapsed-time-nsec",
          ABSENT_CALLS,
          MARKS);

  /** The key of the interval of such samples, in microseconds. */
  public static final String PLATFORM_SAMPLES = "platform-sampling-interval-usec";

  /**
   * Returns whether the platform's methods were sampled where every call of the program is
   * recorded. Their names end with {@code ~}; their times are estimates.
   */
  public boolean hasPlatformSamples() {
    return keys.containsKey(PLATFORM_SAMPLES);
  }

  /**
   * Returns how many calls of short methods the trace does not have, though it is no trace of
   * samples: the run time counts and estimates them. Their time is in their callers'.
   */
  public long absentCalls() {
    try {
      return Math.max(0, Long.parseLong(keys.getOrDefault(ABSENT_CALLS, "0")));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Returns the keys of what is written of this trace: it has one of the kinds of samples. */
  public Map<String, String> keysOfExport() {
    Map<String, String> exported = new LinkedHashMap<>(keys);
    exported.remove(OTHER_EVENTS);
    return exported;
  }

  /** Returns what samples weigh where that is no time, each as a nanosecond; empty for time. */
  public String weights() {
    return keys.getOrDefault(WEIGHTS, "");
  }

  /** Returns a time in milliseconds, or the count that is in its place, with its unit. */
  public String amount(long nanos) {
    return weights().isEmpty()
        ? String.format(Locale.ROOT, "%.3f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%,d %s", nanos, weights());
  }

  /** Returns whether it has what programs marked: a mark's own time contains unmarked calls. */
  public boolean hasMarks() {
    return keys.containsKey(MARKS);
  }

  /** Returns whether calls were counted, and times are by samples of a run of its own. */
  public boolean isFused() {
    return keys.containsKey(RUNS);
  }

  /** Returns which calls are recorded, in words. */
  public String recordedCalls() {
    if (isFused()) {
      return "times by samples, waits measured, calls counted";
    }
    if (sampled) {
      return "sampled";
    }
    if (hasMarks()) {
      return "marks of programs";
    }
    return absentCalls() == 0
        ? "every call"
        : String.format(Locale.ROOT, "calls without %,d of short methods", absentCalls());
  }

  /** Returns the main properties as text. */
  public List<String> facts() {
    List<String> facts = new ArrayList<>();
    facts.add(format + ", version " + version);
    facts.add("clock " + clock.key());
    facts.add(sampled ? "sampled stacks" : recordedCalls() + " recorded");
    if (hasPlatformSamples()) {
      facts.add("methods with ~ are by samples");
    }
    if (!vm.isEmpty()) {
      facts.add("vm " + vm);
    }
    if (pid >= 0) {
      facts.add("process " + pid);
    }
    keys.forEach((key, value) -> {
      if (!SAID.contains(key)) {
        facts.add(key + " " + value);
      }
    });
    return facts;
  }
}
