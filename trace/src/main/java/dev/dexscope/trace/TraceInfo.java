package dev.dexscope.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a trace says of itself and how it is made.
 *
 * @param file the name that it was opened by
 * @param format for people: "Traceview, file", "Traceview, streaming", "Format V2, streaming"
 * @param version the version of the format, without the streaming bit
 * @param recordSize bytes of a record; 0 where their size varies
 * @param clock what its times measure
 * @param startMicros when it began; since 1970 (Dalvik, older ART) or since boot (newer ART); 0
 *     unknown
 * @param elapsedNanos how long it took from its first to its last record; as it says itself where
 *     its times do not tell, which may be longer: until it was stopped
 * @param vm {@code dalvik} or {@code art}; empty when unknown
 * @param pid the process; -1 when unknown
 * @param sampled whether stacks were sampled instead of every call being recorded
 * @param overflow whether the buffer was full before the end
 * @param clockOverheadNanos what one reading of the clock cost, as the VM measured it
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
  /** Keys that the other components say already. */
  private static final Set<String> SAID =
      Set.of("clock", "vm", "pid", "data-file-overflow", "elapsed-time-usec", "elapsed-time-nsec");

  /** What people want to know of it, in words. */
  public List<String> facts() {
    List<String> facts = new ArrayList<>();
    facts.add(format + ", version " + version);
    facts.add("clock " + clock.key());
    facts.add(sampled ? "sampled stacks" : "every call recorded");
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
