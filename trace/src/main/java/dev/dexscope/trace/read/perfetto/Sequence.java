package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.trace.read.perfetto.CallstackSamples.Task;
import dev.dexscope.trace.read.sampled.SourceStacks.At;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of one producer's packets: data that it has sent ahead, to be referred to by numbers,
 * and what its packets have where they do not state it.
 */
final class Sequence {
  private static final int CLEARED = 1;
  private static final int NEEDS_STATE = 2;

  final long id;
  final Map<Long, String> eventNames = new HashMap<>();
  final Map<Long, String> functions = new HashMap<>();
  final Map<Long, String> paths = new HashMap<>();
  final Map<Long, List<At>> frames = new HashMap<>();
  final Map<Long, List<At>> callstacks = new HashMap<>();
  final Map<Long, Task> tasks = new HashMap<>();
  final Map<Long, Timebase> timebases = new HashMap<>();
  private final Map<Long, String> buildIds = new HashMap<>();
  private final Map<Long, Mapped> mappings = new HashMap<>();
  private final Map<Long, String> contexts = new HashMap<>();

  /** The sum of clocks and counters that have differences. */
  final Map<Long, Long> sums = new HashMap<>();

  /** The track of events; 0 for that of the thread. */
  long track;

  /** The counters whose values events have. */
  ProtoNumbers counters = new ProtoNumbers();

  /** The clock of its times; 0 for the trace's. */
  long clock;

  long tid;

  /** The time of the current packet, in the trace's time. */
  long time;

  /** In events that have a time of their own, microseconds. */
  long eventMicros;

  long eventCpuMicros;

  /** By what perf samples were taken, and stack samples that state nothing else. */
  Timebase perf = Timebase.CLOCK;

  Timebase stackSamples = Timebase.UNKNOWN;

  /** The packets that a ring buffer dropped may have had the data that later ones refer to. */
  private boolean isWhole = true;

  Sequence(long id) {
    this.id = id;
  }

  /**
   * Takes what a packet has of state.
   *
   * @param lost whether packets before it were lost
   * @return whether the packet can be understood
   */
  boolean take(long flags, boolean lost, @Nullable ByteView defaults) {
    boolean clears = (flags & CLEARED) != 0;
    if (clears) {
      clear();
      isWhole = true;
    } else if (lost) {
      isWhole = false;
    }
    if (defaults != null) {
      defaults(new ProtoMessage(defaults));
    }
    return isWhole || (flags & NEEDS_STATE) == 0;
  }

  private void clear() {
    eventNames.clear();
    functions.clear();
    paths.clear();
    mappings.clear();
    frames.clear();
    callstacks.clear();
    tasks.clear();
    timebases.clear();
    buildIds.clear();
    contexts.clear();
    sums.clear();
    counters = new ProtoNumbers();
    clock = 0;
    track = 0;
  }

  private void defaults(ProtoMessage defaults) {
    clock = defaults.number(58);
    ProtoMessage event = defaults.part(11);
    track = event == null ? 0 : event.number(11);
    counters = event == null ? new ProtoNumbers() : event.numbers(31);
    ProtoMessage ofPerf = defaults.part(12);
    perf = Timebase.ofPerf(ofPerf == null ? null : ofPerf.part(1));
    ProtoMessage ofSamples = defaults.part(100);
    ProtoMessage counter = ofSamples == null ? null : ofSamples.part(2);
    stackSamples = counter == null ? Timebase.UNKNOWN : Timebase.ofCounter(counter);
  }

  /** Adds a difference to the sum of a clock or counter, and returns the sum. */
  long add(long key, long difference) {
    return sums.merge(key, difference, Long::sum);
  }

  /** Takes data in the order of what refers to what, in which they need not stand. */
  void intern(ProtoMessage data, Callstacks into) {
    data.forEach(2, entry -> eventNames.put(entry.number(1), entry.text(2)));
    data.forEach(5, entry -> functions.put(entry.number(1), entry.text(2)));
    data.forEach(17, entry -> paths.put(entry.number(1), entry.text(2)));
    data.forEach(16, entry -> buildIds.put(entry.number(1), entry.text(2)));
    data.forEach(19, this::mapping);
    data.forEach(50, entry -> timebases.put(entry.number(1), Timebase.ofCounter(entry)));
    data.forEach(51, entry -> contexts.put(entry.number(1), entry.text(2)));
    data.forEach(48, entry -> tasks.put(entry.number(1), task(entry, into)));
    data.forEach(6, entry -> frames.put(entry.number(1), into.frame(entry, this)));
    data.forEach(7, entry -> callstacks.put(entry.number(1), into.callstack(entry, this)));
  }

  /** Takes what an older packet of a heap profile has of its own; one table has all texts. */
  void internOfHeap(ProtoMessage profile, Callstacks into) {
    profile.forEach(1, entry -> functions.put(entry.number(1), entry.text(2)));
    profile.forEach(1, entry -> paths.put(entry.number(1), entry.text(2)));
    profile.forEach(1, entry -> buildIds.put(entry.number(1), entry.text(2)));
    profile.forEach(4, this::mapping);
    profile.forEach(2, entry -> frames.put(entry.number(1), into.frame(entry, this)));
    profile.forEach(3, entry -> callstacks.put(entry.number(1), into.callstack(entry, this)));
  }

  /** Reads a mapping, whose path is in parts, of which the last is the file. */
  private void mapping(ProtoMessage mapping) {
    ProtoNumbers parts = mapping.numbers(7);
    var path = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      String part = paths.getOrDefault(parts.get(i), "");
      path.append(part.startsWith("/") ? "" : "/").append(part);
    }
    String buildId = buildIds.getOrDefault(mapping.number(2), "");
    mappings.put(mapping.number(1), new Mapped(path.toString(), buildId));
  }

  /** Returns a mapped file; one without a name if it is not known. */
  Mapped mapped(long id) {
    return mappings.getOrDefault(id, Mapped.NONE);
  }

  /** A file that was mapped into a process. */
  record Mapped(String path, String buildId) {
    static final Mapped NONE = new Mapped("", "");

    String file() {
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }

  /** Returns what a sample is of, of which the processes learn. */
  Task task(ProtoMessage task, Callstacks into) {
    long pid = task.number(2);
    long tid = task.number(3);
    long context = task.number(4);
    if (context != 0) {
      return new Task(pid, 0, context, contexts.getOrDefault(context, "context " + context));
    }
    if (tid > 0) {
      into.thread(tid, pid);
      return Task.ofThread(tid);
    }
    return new Task(pid, 0, 0, "");
  }
}
