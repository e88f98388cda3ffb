package dev.dexscope.observe.recording;

import dev.dexscope.base.text.TypeName;
import dev.dexscope.observe.recording.Recorded.Allocation;
import dev.dexscope.observe.recording.Recorded.RecordedThread;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Span;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.observe.recording.Recorded.Thrown;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Reads the threads of a program from a recording. */
final class RecordingReader {
  /** More waits are counted, and their times are missing. */
  private static final int MOST_WAITS = 2_000_000;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /** A thread that is still to be found to be the program's. */
  private static final class Seen {
    private final String name;
    private long parent = -1;
    private long begin;
    private long end;
    private long cpu = -1;
    private boolean isOfProgram;

    Seen(String name, long end) {
      this.name = name;
      this.end = end;
    }
  }

  private final ProgramStacks stacks;
  private final long start;
  private final long end;
  private final Map<Long, Long> before;
  private final List<RunRecording.Alive> alive;
  private final Map<Long, Seen> threads = new HashMap<>();
  private final List<Sample> samples = new ArrayList<>();
  private final List<Wait> waits = new ArrayList<>();
  private final List<Span> pauses = new ArrayList<>();
  private final List<Span> compilations = new ArrayList<>();
  private final List<Allocation> allocations = new ArrayList<>();
  private final List<Thrown> thrown = new ArrayList<>();

  /** Of the JVM's count of exceptions. */
  private long fewest = Long.MAX_VALUE;

  private long most;
  private long dropped;

  /**
   * @param before CPU times of threads at the start, by their numbers
   * @param alive the threads that had not ended at the end
   * @param isApp whether the framework's frames around the program's are its own, too
   */
  RecordingReader(
      Function<StackTraceElement, @Nullable Method> guests,
      long start,
      long end,
      Map<Long, Long> before,
      List<RunRecording.Alive> alive,
      boolean isApp) {
    this.stacks = new ProgramStacks(guests, isApp);
    this.start = start;
    this.end = end;
    this.before = before;
    this.alive = alive;
  }

  Recorded read(Path file) throws IOException {
    try (var events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        add(events.readEvent());
      }
    }
    alive.forEach(this::addOpenWait);
    Map<Long, Long> ends = new HashMap<>();
    threads.forEach((id, each) -> ends.put(id, each.end));
    waits.addAll(BlockedCalls.of(samples, waits, ends));
    samples.removeIf(each -> !isOfProgram(each.thread()));
    waits.removeIf(each -> !isOfProgram(each.thread()));
    samples.sort(Comparator.comparingLong(Sample::time));
    waits.sort(Comparator.comparingLong(Wait::end));
    allocations.removeIf(each -> !each.stack().isOfProgram());
    // The few that classes are loaded with are a large part of the samples, and none of the count.
    thrown.removeIf(each -> !each.stack().isOfProgram());
    pauses.sort(Comparator.comparingLong(Span::begin));
    return new Recorded(
        end - start,
        threadList(),
        samples,
        waits,
        pauses,
        compilations,
        allocations,
        thrown.stream().map(this::weighted).toList(),
        dropped);
  }

  private boolean isOfProgram(long thread) {
    Seen seen = threads.get(thread);
    return seen != null && seen.isOfProgram;
  }

  /** The JVM reports a wait at its end: that of a thread which waits still is not reported. */
  private void addOpenWait(RunRecording.Alive thread) {
    boolean isWaiting =
        switch (thread.state()) {
          case BLOCKED, WAITING, TIMED_WAITING -> true;
          default -> false;
        };
    Seen seen = threads.get(thread.thread());
    Stack stack = stacks.of(thread.stack());
    if (!isWaiting || seen == null || !stack.isOfProgram()) {
      return;
    }
    long since = seen.begin;
    for (Sample each : samples) {
      since = each.thread() == thread.thread() ? Math.max(since, each.time()) : since;
    }
    for (Wait each : waits(thread.thread())) {
      since = Math.max(since, each.end());
    }
    seen.isOfProgram = true;
    Kind kind = thread.state() == Thread.State.BLOCKED ? Kind.LOCK : kind(thread.stack()[0]);
    waits.add(new Wait(thread.thread(), since, end - start, kind, "", -1, stack));
  }

  private List<Wait> waits(long thread) {
    return waits.stream().filter(each -> each.thread() == thread).toList();
  }

  private static Kind kind(StackTraceElement innermost) {
    return switch (innermost.getMethodName()) {
      case "wait", "wait0" -> Kind.OBJECT;
      case "sleep", "sleep0", "sleepNanos0" -> Kind.SLEEP;
      default -> Kind.PARK;
    };
  }

  private List<RecordedThread> threadList() {
    List<RecordedThread> list = new ArrayList<>();
    Map<Long, Long> lasting = new HashMap<>();
    alive.forEach(each -> lasting.put(each.thread(), each.cpu()));
    threads.forEach((id, seen) -> {
      if (seen.isOfProgram) {
        Long last = lasting.get(id);
        long cpu = last == null ? seen.cpu : last - before.getOrDefault(id, 0L);
        list.add(new RecordedThread(id, seen.name, seen.parent, seen.begin, seen.end, cpu));
      }
    });
    list.sort(
        Comparator.comparingLong(RecordedThread::begin).thenComparingLong(RecordedThread::id));
    return list;
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case RunRecording.CPU_SAMPLE -> sample(event, "eventThread", Source.CPU);
      case RunRecording.JAVA_SAMPLE -> sample(event, "sampledThread", Source.JAVA);
      case RunRecording.NATIVE_SAMPLE -> sample(event, "sampledThread", Source.NATIVE);
      case RunRecording.THREAD_START -> started(event);
      case RunRecording.THREAD_END -> ended(event);
      case RunRecording.CPU_LOAD -> load(event);
      case RunRecording.PAUSE -> pauses.add(new Span(begin(event), end(event)));
      case RunRecording.COMPILATION -> compilations.add(new Span(begin(event), end(event)));
      case RunRecording.ALLOCATION -> allocated(event);
      case RunRecording.EXCEPTION -> thrown(event);
      case RunRecording.EXCEPTIONS -> {
        fewest = Math.min(fewest, event.getLong("throwables"));
        most = Math.max(most, event.getLong("throwables"));
      }
      case RunRecording.REQUESTED_COLLECTION -> wait(event, Kind.COLLECTION, "", -1);
      case RunRecording.SLEEP -> wait(event, Kind.SLEEP, "", -1);
      case RunRecording.PARK ->
          wait(event, Kind.PARK, type(event, "parkedClass"), timedOut(event, isOver(event)));
      case RunRecording.ENTER ->
          wait(event, Kind.LOCK, type(event, "monitorClass"), thread(event, "previousOwner"));
      case RunRecording.WAIT ->
          wait(
              event,
              Kind.OBJECT,
              type(event, "monitorClass"),
              event.getBoolean("timedOut") ? timedOut(event, true) : thread(event, "notifier"));
      case RunRecording.SOCKET_READ, RunRecording.SOCKET_WRITE, RunRecording.SOCKET_CONNECT ->
          wait(event, Kind.SOCKET, event.getString("host") + ":" + event.getInt("port"), -1);
      case RunRecording.FILE_READ, RunRecording.FILE_WRITE, RunRecording.FILE_FORCE ->
          wait(event, Kind.FILE, text(event.getString("path")), -1);
      default -> {}
    }
  }

  private long begin(RecordedEvent event) {
    return RunRecording.nanos(event.getStartTime()) - start;
  }

  private long end(RecordedEvent event) {
    return Math.min(end, RunRecording.nanos(event.getEndTime())) - start;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String type(RecordedEvent event, String field) {
    RecordedClass type = event.getClass(field);
    String name = type == null ? "" : type.getName();
    return name.startsWith("[") ? TypeName.of(name) : name;
  }

  private long thread(RecordedEvent event, String field) {
    var thread = event.getThread(field);
    return thread == null ? -1 : seen(thread).getKey();
  }

  private Map.Entry<Long, Seen> seen(jdk.jfr.consumer.RecordedThread thread) {
    long id = thread.getJavaThreadId();
    Seen seen = threads.computeIfAbsent(id, _ -> new Seen(text(thread.getJavaName()), end - start));
    return Map.entry(id, seen);
  }

  /** Returns whether a park took all the time that it was to take at most. */
  private static boolean isOver(RecordedEvent event) {
    Duration most = event.getDuration("timeout");
    return !most.isNegative() && !most.isZero() && event.getDuration().compareTo(most) >= 0;
  }

  /** Returns the thread that waited, if nobody woke it; else -1. */
  private long timedOut(RecordedEvent event, boolean isOver) {
    return isOver ? thread(event, "eventThread") : -1;
  }

  private void allocated(RecordedEvent event) {
    var thread = event.getThread();
    RecordedStackTrace trace = event.getStackTrace();
    if (thread != null && trace != null) {
      allocations.add(
          new Allocation(
              seen(thread).getKey(),
              type(event, "objectClass"),
              event.getLong("weight"),
              stacks.of(trace)));
    }
  }

  private void thrown(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    if (trace != null) {
      thrown.add(new Thrown(type(event, "thrownClass"), 1, stacks.of(trace)));
    }
  }

  /** Few exceptions are recorded whole, many are counted. */
  private Thrown weighted(Thrown one) {
    double all = Math.max(thrown.size(), most - fewest);
    return new Thrown(one.type(), all / thrown.size(), one.stack());
  }

  private void sample(RecordedEvent event, String field, Source source) {
    var thread = event.getThread(field);
    RecordedStackTrace trace = event.getStackTrace();
    long time = begin(event);
    if (thread == null || trace == null || time < 0) {
      return;
    }
    Stack stack = stacks.of(trace);
    Map.Entry<Long, Seen> seen = seen(thread);
    if (source != Source.NATIVE || stack.isOfProgram()) {
      seen.getValue().isOfProgram |= stack.isOfProgram();
      samples.add(new Sample(seen.getKey(), time, source, stack));
    }
  }

  private void wait(RecordedEvent event, Kind kind, String what, long by) {
    RecordedStackTrace trace = event.getStackTrace();
    var thread = event.getThread();
    long to = end(event);
    if (thread == null || trace == null || to <= 0) {
      return;
    }
    Stack stack = stacks.of(trace);
    Map.Entry<Long, Seen> seen = seen(thread);
    seen.getValue().isOfProgram |= stack.isOfProgram();
    if (waits.size() == MOST_WAITS) {
      dropped++;
      return;
    }
    waits.add(new Wait(seen.getKey(), Math.max(0, begin(event)), to, kind, what, by, stack));
  }

  private void started(RecordedEvent event) {
    var thread = event.getThread("thread");
    if (thread != null) {
      Seen seen = seen(thread).getValue();
      seen.begin = Math.max(0, begin(event));
      seen.parent = thread(event, "parentThread");
    }
  }

  private void ended(RecordedEvent event) {
    var thread = event.getThread("thread");
    if (thread != null) {
      seen(thread).getValue().end = Math.max(0, begin(event));
    }
  }

  /** At a thread's end: the part of all processors that it has used since its start. */
  private void load(RecordedEvent event) {
    var thread = event.getThread("eventThread");
    if (thread != null) {
      Seen seen = seen(thread).getValue();
      double part = event.getFloat("user") + event.getFloat("system");
      seen.cpu = Math.round(part * PROCESSORS * (begin(event) - seen.begin));
    }
  }
}
