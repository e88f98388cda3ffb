package dev.dexscope.trace.read.jfr;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Kinds;
import dev.dexscope.trace.read.sampled.LineSamples;
import dev.dexscope.trace.read.sampled.NestedCalls;
import dev.dexscope.trace.read.sampled.RecordedCalls;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.SourceStacks;
import dev.dexscope.trace.read.sampled.SourceStacks.At;
import dev.dexscope.trace.read.sampled.Stacks;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Recordings of the JDK's Flight Recorder, of the JDK or of async-profiler, by the JDK's own
 * reader. A sample stands for the period at which its event was taken, as stored in the recording.
 */
public final class JfrFile {
  /**
   * The number of stacks that are cached by their objects: those of earlier parts do not occur
   * again.
   */
  private static final int MOST_KEPT = 1 << 16;

  private static final long MILLI = 1_000_000;

  /** The JDK's own setting for execution samples where a recording does not have it. */
  private static final long USUAL_PERIOD = 20 * MILLI;

  private static final String EXECUTION = "jdk.ExecutionSample";
  private static final String CPU_TIME = "jdk.CPUTimeSample";
  private static final String NATIVE = "jdk.NativeMethodSample";
  private static final String WALL_CLOCK = "profiler.WallClockSample";
  private static final String ALLOCATION = "jdk.ObjectAllocationSample";

  /** As async-profiler records allocations. */
  private static final String IN_NEW_TLAB = "jdk.ObjectAllocationInNewTLAB";

  private static final String OUTSIDE_TLAB = "jdk.ObjectAllocationOutsideTLAB";
  private static final String OLD_OBJECT = "jdk.OldObjectSample";
  private static final String LIVE_OBJECT = "profiler.LiveObject";
  private static final String MALLOC = "profiler.Malloc";
  private static final String FREE = "profiler.Free";
  private static final String METHOD_TRACE = "jdk.MethodTrace";
  private static final String SETTING = "jdk.ActiveSetting";
  private static final String JVM = "jdk.JVMInformation";

  /** Events that weigh bytes. */
  private static final Set<String> BYTES =
      Set.of(ALLOCATION, IN_NEW_TLAB, OUTSIDE_TLAB, OLD_OBJECT, LIVE_OBJECT, MALLOC);

  /** The kinds of events that can be requested, and their fields. */
  private enum Kind {
    CPU("cpu", "", EXECUTION, CPU_TIME),
    NATIVE_CODE("native", "", NATIVE),
    WALL("wall", "", WALL_CLOCK, EXECUTION, NATIVE),
    ALLOC("alloc", "bytes", ALLOCATION, IN_NEW_TLAB, OUTSIDE_TLAB),
    LOCK("lock", "", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark"),
    /** Each call of the methods that the recording was to trace, since JDK 25 (JEP 520). */
    CALLS("calls", "", METHOD_TRACE),
    /** Objects that were there at the end. */
    LIVE("live", "bytes", OLD_OBJECT, LIVE_OBJECT),
    /** Memory of native code: all, and what was not freed. */
    MALLOCS("malloc", "bytes", MALLOC),
    LEAK("leak", "bytes", MALLOC, FREE);

    final String word;
    final String unit;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of cannot be changed.
    final Set<String> events;

    Kind(String word, String unit, String... events) {
      this.word = word;
      this.unit = unit;
      this.events = Set.of(events);
    }
  }

  /**
   * Memory that native code requested or freed.
   *
   * @param sample null for memory that was freed
   */
  private record Memory(long nanos, long address, @Nullable Sample sample) {}

  /** A sample before it is known whether it counts. */
  private record Sample(int thread, Stack stack, long nanos, long weight) {}

  /** A stack, by its number among those of methods and among those of lines. */
  private record Stack(int methods, int lines) {}

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final SourceStacks source;
  private final Stacks stacks = new Stacks();
  private final LineSamples lines = new LineSamples();
  private final Samples samples;
  private final Map<Long, Long> periods = new HashMap<>();
  private final Map<String, Integer> seen = new HashMap<>();
  private final Map<Integer, List<NestedCalls.Call>> calls = new LinkedHashMap<>();
  private final List<Memory> memory = new ArrayList<>();
  private List<String> words = List.of();
  private long pid = -1;
  private String vm = "";
  private long truncated;
  private long without;
  private final IdentityHashMap<RecordedStackTrace, Stack> stackOf = new IdentityHashMap<>();
  private final IdentityHashMap<RecordedMethod, Integer> methodOf = new IdentityHashMap<>();
  private long firstMicros = Long.MAX_VALUE;

  private JfrFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
    this.source = new SourceStacks(frames, methods);
    this.samples = new Samples(in, stacks);
  }

  /**
   * Reads a recording whole.
   *
   * @param asked one of cpu, native, wall, alloc, lock, calls, live, malloc, leak; empty for the
   *     first one in the file
   */
  public static TraceFormat read(ByteView in, ThreadTable threads, MethodIds methods, String asked)
      throws IOException {
    try (var recording = Recording.open(in)) {
      return new JfrFile(in, threads, methods).read(recording, asked);
    }
  }

  private TraceFormat read(Recording recording, String asked) throws IOException {
    recording.forEach(this::survey);
    Kind kind = kind(asked);
    Set<String> left = better(kind);
    recording.forEach(event -> {
      String type = event.getEventType().getName();
      if (!kind.events.contains(type) || left.contains(type)) {
        return;
      }
      if (kind == Kind.CALLS) {
        call(event);
      } else if (kind == Kind.LEAK) {
        memory(type, event);
      } else {
        add(sample(type, event));
      }
    });
    notFreed().forEach(this::add);
    return kind == Kind.CALLS ? calls() : profile(kind);
  }

  private void survey(RecordedEvent event) {
    String type = event.getEventType().getName();
    switch (type) {
      case SETTING -> setting(event);
      case JVM -> {
        pid = event.hasField("pid") ? event.getLong("pid") : pid;
        vm = event.hasField("jvmName") ? String.valueOf(event.getString("jvmName")) : vm;
      }
      default -> seen.merge(type, 1, Integer::sum);
    }
  }

  private void setting(RecordedEvent event) {
    String name = event.getString("name");
    if ("period".equals(name) || "interval".equals(name)) {
      long nanos = nanos(String.valueOf(event.getString("value")));
      if (nanos > 0) {
        periods.put(event.getLong("id"), nanos);
      }
    }
  }

  /** Parses {@code 20 ms}; a number alone is nanoseconds. Returns 0 if the text is not a period. */
  private static long nanos(String period) {
    int space = period.indexOf(' ');
    try {
      long number = Long.parseLong(space < 0 ? period : period.substring(0, space));
      return switch (space < 0 ? "ns" : period.substring(space + 1)) {
        case "ns" -> number;
        case "us" -> Math.multiplyExact(number, 1000L);
        case "ms" -> Math.multiplyExact(number, MILLI);
        case "s" -> Math.multiplyExact(number, 1000 * MILLI);
        default -> 0;
      };
    } catch (ArithmeticException | NumberFormatException e) {
      return 0;
    }
  }

  private Kind kind(String asked) {
    List<Kind> kinds = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      boolean isThere = kind.events.stream().anyMatch(seen::containsKey);
      // Running threads alone are what the processor did.
      boolean isMore = seen.containsKey(WALL_CLOCK) || seen.containsKey(NATIVE);
      // Without what was freed all would seem to be left.
      boolean isHalf = kind == Kind.LEAK && !(seen.containsKey(MALLOC) && seen.containsKey(FREE));
      if (isThere && !isHalf && (kind != Kind.WALL || isMore)) {
        kinds.add(kind);
      }
    }
    if (kinds.isEmpty()) {
      throw in.fault(0, "a recording without samples of stacks");
    }
    words = kinds.stream().map(kind -> kind.word).toList();
    return kinds.get(Kinds.choose(in, asked, words, 0));
  }

  private void call(RecordedEvent event) {
    long start = nanos(event.getStartTime());
    RecordedMethod method = event.getValue("method");
    if (method != null) {
      calls
          .computeIfAbsent(number(event.getThread()), _ -> new ArrayList<>())
          .add(
              new NestedCalls.Call(
                  0, method(method), start, start + event.getDuration().toNanos(), 0, 0, false));
    }
  }

  private static long nanos(Instant time) {
    return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1000 * MILLI), time.getNano());
  }

  /** Returns the events that others replace: both would count twice. */
  private Set<String> better(Kind kind) {
    if (kind == Kind.CPU && seen.containsKey(CPU_TIME)) {
      return Set.of(EXECUTION);
    }
    return kind == Kind.ALLOC && seen.containsKey(ALLOCATION)
        ? Set.of(IN_NEW_TLAB, OUTSIDE_TLAB)
        : Set.of();
  }

  private TraceFormat calls() {
    var recorded = new RecordedCalls(in);
    calls.forEach((thread, all) -> NestedCalls.add(thread, all, recorded));
    if (recorded.size() == 0) {
      throw in.fault(0, "a recording without calls of methods");
    }
    return recorded.format("JFR recording, calls", Clock.WALL, pid, true, keys(Kind.CALLS));
  }

  private void memory(String type, RecordedEvent event) {
    boolean isFreed = type.equals(FREE);
    Sample sample = isFreed ? null : sample(type, event);
    if (isFreed || sample != null) {
      memory.add(new Memory(nanos(event.getStartTime()), event.getLong("address"), sample));
    }
  }

  /** The events of a recording are not in the order of time: each thread has a buffer. */
  private Collection<Sample> notFreed() {
    memory.sort(Comparator.comparingLong(Memory::nanos));
    Map<Long, Sample> left = new LinkedHashMap<>();
    for (Memory each : memory) {
      if (each.sample() == null) {
        left.remove(each.address());
      } else {
        left.put(each.address(), each.sample());
      }
    }
    return left.values();
  }

  private void add(@Nullable Sample sample) {
    if (sample != null) {
      firstMicros = Math.min(firstMicros, sample.nanos / 1000);
      samples.add(0, sample.thread, sample.stack.methods(), sample.nanos, sample.weight);
      lines.add(sample.thread, sample.stack.lines(), sample.weight);
    }
  }

  private @Nullable Sample sample(String type, RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    if (trace == null) {
      without++;
      return null;
    }
    truncated += trace.isTruncated() ? 1 : 0;
    RecordedThread thread =
        event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
    long nanos = nanos(event.getStartTime());
    long period = periods.getOrDefault(event.getEventType().getId(), USUAL_PERIOD);
    boolean lasts = false;
    long weight =
        switch (type) {
          case EXECUTION, NATIVE -> period;
          case CPU_TIME -> {
            Duration sampling = event.getDuration("samplingPeriod");
            yield sampling.toNanos();
          }
          case WALL_CLOCK -> period * event.getInt("samples");
          case ALLOCATION -> event.getLong("weight");
          // The object stands for all that its buffer will hold.
          case IN_NEW_TLAB -> event.getLong("tlabSize");
          case OUTSIDE_TLAB, LIVE_OBJECT -> event.getLong("allocationSize");
          case OLD_OBJECT -> event.getLong("objectSize");
          case MALLOC -> event.getLong("size");
          default -> {
            lasts = true;
            yield event.getDuration().toNanos();
          }
        };
    long start = lasts || BYTES.contains(type) ? nanos : nanos - weight;
    return new Sample(number(thread), stack(trace), start, weight);
  }

  private int number(@Nullable RecordedThread thread) {
    if (thread == null) {
      threads.name(0, "unknown thread");
      return threads.indexOf(0);
    }
    long id = thread.getOSThreadId() > 0 ? thread.getOSThreadId() : -thread.getJavaThreadId();
    int index = threads.indexOf(id);
    if (!threads.isListed(index)) {
      String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
      threads.name(id, name == null ? "thread " + id : name);
    }
    return index;
  }

  private Stack stack(RecordedStackTrace trace) {
    Stack known = stackOf.get(trace);
    if (known != null) {
      return known;
    }
    if (stackOf.size() > MOST_KEPT) {
      stackOf.clear();
      methodOf.clear();
    }
    List<At> frames = new ArrayList<>();
    for (RecordedFrame frame : trace.getFrames().reversed()) {
      frames.add(new At(method(frame.getMethod()), frame.getLineNumber()));
    }
    int of = Stacks.EMPTY;
    int at = LineSamples.EMPTY;
    for (At frame : source.of(frames)) {
      of = stacks.of(of, frame.method());
      at = lines.of(at, frame.method(), frame.line());
    }
    var stack = new Stack(of, at);
    stackOf.put(trace, stack);
    return stack;
  }

  private int method(RecordedMethod method) {
    Integer known = methodOf.get(method);
    if (known == null) {
      String type = method.getType() == null ? "" : method.getType().getName();
      known =
          frames.of(type, String.valueOf(method.getName()), String.valueOf(method.getDescriptor()));
      methodOf.put(method, known);
    }
    return known;
  }

  private Map<String, String> keys(Kind kind) {
    Map<String, String> keys = Kinds.keys(words, kind.word);
    keys.put(TraceInfo.EVENT, kind.word);
    return keys;
  }

  private TraceFormat profile(Kind kind) {
    Map<String, String> keys = keys(kind);
    if (!kind.unit.isEmpty()) {
      keys.put("weights", kind.unit);
    }
    if (truncated > 0) {
      keys.put("stacks-cut-off", Long.toString(truncated));
    }
    if (without > 0) {
      keys.put("samples-without-stack", Long.toString(without));
    }
    if (samples.size() == 0) {
      throw in.fault(0, "a recording whose samples of " + kind.word + " have no stacks");
    }
    Clock clock = kind == Kind.CPU ? Clock.THREAD_CPU : Clock.WALL;
    Samples.Placing placing =
        switch (kind) {
          case CPU, NATIVE_CODE, WALL -> Samples.Placing.JITTER;
          case LOCK, CALLS -> Samples.Placing.EXACT;
          case ALLOC, LIVE, MALLOCS, LEAK -> Samples.Placing.BEHIND;
        };
    var facts =
        new SampledProfile.Facts(
            "JFR recording", 2, clock, Math.max(0, firstMicros), vm, pid, keys);
    return new SampledProfile(in, samples, placing, facts, lines.times());
  }
}
