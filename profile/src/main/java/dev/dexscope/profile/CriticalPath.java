package dev.dexscope.profile;

import dev.dexscope.observe.recording.Recorded;
import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Kind;
import dev.dexscope.observe.recording.Recorded.RecordedThread;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Span;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.Observed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The waits of the end of a run: at each moment the one thread whose work or wait delays the end.
 * It is followed from the end backwards: a thread that was woken waited for the one that woke it, a
 * thread's first moment for the thread that started it. The times add up to the elapsed time.
 *
 * <p>HotSpot reports who notified a monitor, and who had a lock. For other waits (queues, futures,
 * {@code java.util.concurrent}'s locks) it is the thread that ran at that moment and was the next
 * to stop: one that has handed over what another waits for has done its work.
 */
final class CriticalPath {
  /** How long after it has woken another one a thread may run on. */
  private static final long HANDING_OVER = 5_000_000;

  /** How long it may take at most until a thread that was woken runs, where others do. */
  private static final long WAKING = 20_000_000;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private static final int MOST_STEPS = 1_000_000;
  private static final int MOST_SPANS = 2_000;

  /**
   * A part of the path.
   *
   * @param stack where; null if no sample shows it
   */
  record Segment(long thread, Observed.Kind kind, String what, @Nullable Stack stack, long nanos) {}

  /**
   * A part in its place in time, without what was worked on.
   *
   * @param active how much of it the thread did that
   */
  record Stretch(long thread, Observed.Kind kind, String what, long begin, long end, long active) {}

  /**
   * The whole path.
   *
   * @param segments each once, the longest first
   * @param stretches in the order of time, without gaps
   */
  record Path(List<Segment> segments, List<Stretch> stretches) {}

  static final Path NONE = new Path(List.of(), List.of());

  /** The waits and samples of one thread, by time. */
  private static final class Line {
    private final RecordedThread thread;
    private final List<Wait> waits = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();

    Line(RecordedThread thread) {
      this.thread = thread;
    }

    /** The part of the time in which it could run that it ran. */
    double running() {
      long waited = waits.stream().mapToLong(each -> each.end() - each.begin()).sum();
      long could = thread.end() - thread.begin() - waited;
      return thread.cpu() < 0 || could <= 0 ? 1 : Math.min(1, (double) thread.cpu() / could);
    }

    /** The last wait that began before a time; null if there is none. */
    @Nullable Wait before(long time) {
      int next = firstFrom(waits, Wait::begin, time);
      return next == 0 ? null : waits.get(next - 1);
    }

    /** When it stopped running after a time: it waited, or ended. */
    long stopsAfter(long time) {
      int next = firstFrom(waits, Wait::begin, time);
      return next == waits.size() ? thread.end() : waits.get(next).begin();
    }

    /** When it stopped running before a time at which it does not run. */
    long stoppedBefore(long time) {
      Wait last = before(time);
      return last != null && last.end() >= time ? last.begin() : Math.min(time, thread.end());
    }

    boolean runsAt(long time) {
      Wait last = before(time);
      return thread.begin() < time && time <= thread.end() && (last == null || last.end() < time);
    }
  }

  private record Key(long thread, Observed.Kind kind, String what, @Nullable Stack stack) {}

  private final Recorded recorded;
  private final Map<Long, Line> lines = new HashMap<>();
  private final Map<Key, Double> parts = new LinkedHashMap<>();

  /** In order of time: compilers had all processors. */
  private final List<Span> compiling;

  /** From the last to the first. */
  private final List<Stretch> stretches = new ArrayList<>();

  private CriticalPath(Recorded recorded) {
    this.recorded = recorded;
    this.compiling = overlaps(recorded.compilations(), PROCESSORS);
    for (RecordedThread each : recorded.threads()) {
      lines.put(each.id(), new Line(each));
    }
    for (Wait each : recorded.waits()) {
      Line line = lines.get(each.thread());
      if (line != null) {
        line.waits.add(each);
      }
    }
    for (Line each : lines.values()) {
      // A wait for a lock within another wait is a part of it.
      each.waits.sort(Comparator.comparingLong(Wait::begin));
    }
    for (Sample each : recorded.samples()) {
      Line line = lines.get(each.thread());
      if (line != null && each.source() != Source.NATIVE) {
        line.samples.add(each);
      }
    }
  }

  static Path of(Recorded recorded) {
    var path = new CriticalPath(recorded);
    path.follow();
    List<Segment> segments = new ArrayList<>();
    path.parts.forEach((key, nanos) ->
        segments.add(new Segment(key.thread, key.kind, key.what, key.stack, Math.round(nanos))));
    segments.sort(Comparator.comparingLong(Segment::nanos).reversed());
    return new Path(segments, path.stretches.reversed());
  }

  private void follow() {
    Line line = last();
    long time = recorded.elapsed();
    if (line == null) {
      return;
    }
    if (line.thread.end() < time) {
      add(line, Observed.Kind.OTHER, "the end", null, time - line.thread.end());
      span(line, Observed.Kind.OTHER, "the end", line.thread.end(), time, 0);
      time = line.thread.end();
    }
    for (int steps = 0; time > 0 && line != null && steps < MOST_STEPS; steps++) {
      Wait wait = line.before(time);
      if (wait != null && wait.end() >= time) {
        Waker other = waker(wait, line, time);
        if (other != null) {
          add(line, Observed.Kind.OTHER, "", null, time - other.time);
          time = other.time;
          line = other.line;
          continue;
        }
        long begin = Math.min(wait.begin(), time);
        addWait(line, wait, time - begin);
        span(line, wait.kind(), Waited.words(wait), begin, time, time - begin);
        time = begin;
        continue;
      }
      long begin = wait == null ? line.thread.begin() : Math.max(wait.end(), line.thread.begin());
      long worked = work(line, begin, time);
      span(line, Observed.Kind.WORK, "", begin, time, worked);
      time = begin;
      if (wait == null) {
        Line parent = lines.get(line.thread.parent());
        if (parent == null) {
          add(line, Observed.Kind.OTHER, "its start", null, time);
          span(line, Observed.Kind.OTHER, "its start", 0, time, 0);
          return;
        }
        line = parent;
      } else {
        // At the wait's end, not after it.
        Waker other = waker(wait, line, time);
        if (other == null) {
          addWait(line, wait, time - wait.begin());
          span(line, wait.kind(), Waited.words(wait), wait.begin(), time, time - wait.begin());
          time = wait.begin();
        } else {
          add(line, Observed.Kind.OTHER, "", null, time - other.time);
          time = other.time;
          line = other.line;
        }
      }
    }
  }

  /** The thread that ended last: the others did not delay the end. */
  private @Nullable Line last() {
    Line last = null;
    for (Line each : lines.values()) {
      if (last == null
          || each.thread.end() > last.thread.end()
          || (each.thread.end() == last.thread.end() && each.thread.name().equals("main"))) {
        last = each;
      }
    }
    return last;
  }

  /**
   * The thread that ended a wait.
   *
   * @param time when it did so at the latest: one that was woken may have to wait for a processor
   */
  private record Waker(Line line, long time) {}

  /** Returns who ended a wait; null if that is not known, or nobody. */
  private @Nullable Waker waker(Wait wait, Line self, long time) {
    if (wait.kind() != Observed.Kind.OBJECT
        && wait.kind() != Observed.Kind.PARK
        && wait.kind() != Observed.Kind.LOCK) {
      return null;
    }
    if (wait.by() >= 0) {
      Line known = lines.get(wait.by());
      return known == null || known == self ? null : ranLast(known, wait, time);
    }
    Waker nearest = null;
    Line running = null;
    int count = 0;
    long distance = Long.MAX_VALUE;
    for (Line each : lines.values()) {
      if (each == self) {
        continue;
      }
      boolean runs = each.runsAt(time);
      long stop = runs ? each.stopsAfter(time) : each.stoppedBefore(time);
      count += runs ? 1 : 0;
      running = runs ? each : running;
      boolean isNear = stop > time - WAKING && stop < time + HANDING_OVER && stop > wait.begin();
      if (isNear && each.thread.begin() < time && Math.abs(stop - time) < distance) {
        distance = Math.abs(stop - time);
        nearest = new Waker(each, Math.min(time, stop));
      }
    }
    return nearest == null && count == 1 && running != null ? new Waker(running, time) : nearest;
  }

  /** A known waker at the last moment at which it ran during the wait; null if it did not. */
  private static @Nullable Waker ranLast(Line known, Wait wait, long time) {
    long at = known.runsAt(time) ? time : known.stoppedBefore(time);
    return at > wait.begin() && at > known.thread.begin() ? new Waker(known, at) : null;
  }

  /** A stretch too short to be seen belongs to the one after it. */
  private void span(Line line, Observed.Kind kind, String what, long begin, long end, long active) {
    if (end <= begin) {
      return;
    }
    Stretch next = stretches.isEmpty() ? null : stretches.getLast();
    boolean isSame =
        next != null
            && next.thread == line.thread.id()
            && next.kind == kind
            && next.what.equals(what);
    if (next != null && (isSame || end - begin < recorded.elapsed() / MOST_SPANS)) {
      stretches.set(
          stretches.size() - 1,
          new Stretch(next.thread, next.kind, next.what, begin, next.end, next.active + active));
    } else {
      stretches.add(new Stretch(line.thread.id(), kind, what, begin, end, active));
    }
  }

  private void addWait(Line line, Wait wait, long nanos) {
    // Threads wait for each other's class loading, and for files of classes.
    boolean isFirstUse = kind(wait.stack()) == Observed.Kind.FIRST_USE;
    Observed.Kind kind = isFirstUse ? Observed.Kind.FIRST_USE : wait.kind();
    add(line, kind, isFirstUse ? "" : Waited.words(wait), wait.stack(), nanos);
  }

  private void add(Line line, Observed.Kind kind, String what, @Nullable Stack stack, long nanos) {
    addPart(line, kind, what, stack, (double) nanos);
  }

  private void addPart(
      Line line, Observed.Kind kind, String what, @Nullable Stack stack, double nanos) {
    if (nanos > 0) {
      parts.merge(new Key(line.thread.id(), kind, what, stack), nanos, Double::sum);
    }
  }

  /** Divides a span in which a thread ran by what samples saw in it; returns how long it ran. */
  private long work(Line line, long begin, long end) {
    long left = end - begin;
    long stopped = within(recorded.pauses(), begin, end);
    add(line, Observed.Kind.COLLECTION, "", null, stopped);
    left -= stopped;
    double running = line.running() * left;
    int from = firstFrom(line.samples, Sample::time, begin);
    int to = firstFrom(line.samples, Sample::time, end);
    if (from == to && from < line.samples.size()) {
      // Too short for a sample: the next one is the best guess.
      to++;
    }
    double resting = from == to ? left : left - running;
    for (int i = from; i < to; i++) {
      Stack stack = line.samples.get(i).stack();
      addPart(line, kind(stack), "", stack, running / (to - from));
    }
    double compiled = Math.min(resting, (double) within(compiling, begin, end));
    addPart(line, Observed.Kind.COMPILATION, "", null, compiled);
    addPart(line, Observed.Kind.OTHER, "", null, resting - compiled);
    return Math.round(left - resting);
  }

  /** How much of a span is within others, which are in order of time and do not overlap. */
  private static long within(List<Span> spans, long begin, long end) {
    long sum = 0;
    for (int i = firstFrom(spans, Span::end, begin);
        i < spans.size() && spans.get(i).begin() < end;
        i++) {
      Span each = spans.get(i);
      sum += Math.min(end, each.end()) - Math.max(begin, each.begin());
    }
    return sum;
  }

  /** When at least a number of spans were at once, in order of time. */
  private static List<Span> overlaps(List<Span> spans, int least) {
    long[] begins = spans.stream().mapToLong(Span::begin).sorted().toArray();
    long[] ends = spans.stream().mapToLong(Span::end).sorted().toArray();
    List<Span> overlaps = new ArrayList<>();
    long since = 0;
    int next = 0;
    for (int ended = 0; ended < ends.length; ) {
      if (next < begins.length && begins[next] < ends[ended]) {
        since = ++next - ended == least ? begins[next - 1] : since;
      } else {
        if (next - ended++ == least) {
          overlaps.add(new Span(since, ends[ended - 1]));
        }
      }
    }
    return overlaps;
  }

  /** The number of the first element at a time or after it, of a list in the order of time. */
  private static <T> int firstFrom(List<T> list, ToLongFunction<T> timeOf, long time) {
    int low = 0;
    int high = list.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (timeOf.applyAsLong(list.get(middle)) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static Observed.Kind kind(Stack stack) {
    List<Frame> frames = stack.frames();
    return !frames.isEmpty() && frames.getLast().kind() == Kind.FIRST_USE
        ? Observed.Kind.FIRST_USE
        : Observed.Kind.WORK;
  }
}
