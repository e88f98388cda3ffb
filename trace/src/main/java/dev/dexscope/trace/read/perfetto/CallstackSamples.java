package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.SourceStacks.At;
import dev.dexscope.trace.read.system.Processes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Sampled callstacks: of {@code traced_perf}, of Chrome's stack sampler, and of others ({@code
 * StackSample}). Each timebase is a kind of its own.
 */
final class CallstackSamples {
  /** The maximum weight of a sample without one: nothing runs while there is none. */
  private static final long LONGEST = 100_000_000;

  private final ByteView in;
  private final Processes processes;
  private final Callstacks callstacks;
  private final Map<String, Kind> kinds = new LinkedHashMap<>();
  private long unsampled;

  /** A sample of a lane, by its number. */
  private record Row(long at, int lane, List<At> stack, long start, long weight) {}

  /**
   * What samples are of.
   *
   * @param pid 0 if it is not known, or if the thread is
   * @param tid 0 if it is not known, or if it is of what runs on any thread
   * @param context the number of a coroutine or the like; 0 without
   * @param name of the context
   */
  record Task(long pid, long tid, long context, String name) {
    static final Task UNKNOWN = new Task(0, 0, 0, "");

    static Task ofThread(long tid) {
      return new Task(0, tid, 0, "");
    }
  }

  /** The samples of one timebase. */
  private static final class Kind {
    final Timebase timebase;
    final List<Row> rows = new ArrayList<>();
    final Map<Task, Integer> lanes = new LinkedHashMap<>();
    final Map<Task, Long> last = new HashMap<>();

    Kind(Timebase timebase) {
      this.timebase = timebase;
    }
  }

  CallstackSamples(ByteView in, Processes processes, Callstacks callstacks) {
    this.in = in;
    this.processes = processes;
    this.callstacks = callstacks;
  }

  /** Returns the words for the kinds that the trace has. */
  List<String> kinds() {
    return List.copyOf(kinds.keySet());
  }

  void streaming(ByteView profile, Sequence sequence) {
    ProtoMessage of = new ProtoMessage(profile);
    ProtoNumbers stackIds = of.numbers(1);
    ProtoNumbers deltas = of.numbers(2);
    Task task = Task.ofThread(sequence.tid);
    for (int i = 0; i < stackIds.size(); i++) {
      long nanos = i < deltas.size() ? deltas.get(i) * 1000 : 0;
      sequence.time += nanos;
      List<At> stack = known(profile, stackIds.get(i), sequence);
      add(profile, Timebase.CLOCK, task, stack, sequence.time, Math.clamp(nanos, 0, LONGEST));
    }
  }

  void perf(ByteView sample, Sequence sequence) {
    ProtoMessage of = new ProtoMessage(sample);
    if (of.number(4) == 0) {
      unsampled++;
      return;
    }
    Task task = Task.ofThread(of.number(3));
    processes.thread(task.tid(), of.number(2));
    List<At> stack = known(sample, of.number(4), sequence);
    add(sample, sequence.perf, task, stack, sequence.time, sequence.perf.each());
  }

  /** Takes a {@code StackSample}. */
  void stack(ByteView sample, Sequence sequence) {
    ProtoMessage of = new ProtoMessage(sample);
    ProtoMessage inline = of.part(5);
    if (inline == null && of.number(6) == 0) {
      unsampled++;
      return;
    }
    ProtoMessage ofTask = of.part(1);
    Task task =
        ofTask == null
            ? sequence.tasks.getOrDefault(of.number(2), Task.UNKNOWN)
            : sequence.task(ofTask, callstacks);
    ProtoMessage counter = of.part(9);
    Timebase timebase =
        counter == null
            ? sequence.timebases.getOrDefault(of.number(10), sequence.stackSamples)
            : Timebase.ofCounter(counter);
    List<At> stack =
        inline == null ? known(sample, of.number(6), sequence) : callstacks.inline(inline.bytes());
    long weight = of.number(11);
    if (weight < 0 || weight > Long.MAX_VALUE / timebase.each()) {
      throw sample.fault(0, "a weight of " + Long.toUnsignedString(weight));
    }
    long without = timebase.isTime() ? 0 : 1;
    add(
        sample,
        timebase,
        task,
        stack,
        sequence.time,
        weight == 0 ? without : weight * timebase.each());
  }

  private static List<At> known(ByteView at, long stackId, Sequence sequence) {
    List<At> stack = sequence.callstacks.get(stackId);
    if (stack == null) {
      throw at.fault(0, "no callstack " + stackId);
    }
    return stack;
  }

  private void add(
      ByteView at, Timebase timebase, Task task, List<At> stack, long time, long stated) {
    Kind kind = kinds.computeIfAbsent(timebase.kind(), _ -> new Kind(timebase));
    long before = kind.last.getOrDefault(task, time);
    kind.last.put(task, time);
    long weight = stated > 0 || !timebase.isTime() ? stated : Math.clamp(time - before, 0, LONGEST);
    long start = timebase.isTime() ? time - weight : time;
    int lane = kind.lanes.computeIfAbsent(task, _ -> kind.lanes.size());
    kind.rows.add(new Row(at.start() - in.start(), lane, stack, start, weight));
  }

  /** Returns the profile of a kind; its threads are named in a table. */
  TraceFormat format(String word, ThreadTable threads, Map<String, String> keys) {
    Kind kind = Objects.requireNonNull(kinds.get(word));
    List<Task> lanes = List.copyOf(kind.lanes.keySet());
    Set<Long> pids = new LinkedHashSet<>();
    lanes.forEach(each -> pids.add(pid(each)));
    for (int i = 0; i < lanes.size(); i++) {
      Task each = lanes.get(i);
      threads.name(each.tid() > 0 ? each.tid() : -1L - i, name(each, pids.size() > 1));
    }
    var samples = new Samples(in, callstacks.stacks());
    Callstacks.Numbered numbered = callstacks.numbered();
    for (Row row : kind.rows) {
      Callstacks.Numbers stack = numbered.of(pid(lanes.get(row.lane())), row.stack());
      samples.add(row.at(), row.lane(), stack.methods(), row.start(), row.weight());
      numbered.lines().add(row.lane(), stack.lines(), row.weight());
    }
    Timebase timebase = kind.timebase;
    if (unsampled > 0) {
      keys.put("samples-without-stack", Long.toString(unsampled));
    }
    if (!timebase.isTime()) {
      keys.put(TraceInfo.WEIGHTS, timebase.unit());
    }
    long pid = pids.size() == 1 ? pids.iterator().next() : -1;
    Clock clock = timebase.isTime() && timebase.isOfProcessor() ? Clock.THREAD_CPU : Clock.WALL;
    var facts = new SampledProfile.Facts("Perfetto samples", 1, clock, 0, "", pid, keys);
    Samples.Placing placing = timebase.isTime() ? Samples.Placing.JITTER : Samples.Placing.BEHIND;
    return new SampledProfile(in, samples, placing, facts, numbered.lines().times());
  }

  private long pid(Task task) {
    return task.tid() > 0 ? processes.processOf(task.tid()) : task.pid() > 0 ? task.pid() : -1;
  }

  private String name(Task task, boolean isOfSeveral) {
    if (task.tid() > 0) {
      return processes.name(task.tid(), isOfSeveral);
    }
    String process = task.pid() > 0 ? processes.nameOfProcess(task.pid()) : "";
    String own = task.context() == 0 ? "" : task.name();
    if (process.isEmpty() || own.isEmpty()) {
      return process.isEmpty() && own.isEmpty() ? "unknown thread" : process + own;
    }
    return isOfSeveral ? process + "/" + own : own;
  }
}
