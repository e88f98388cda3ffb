package dev.dexscope.observe.trace;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.CodeKind;
import dev.dexscope.vm.instrument.MethodIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the platform's frames, as samples of one thread have them, between and under its recorded
 * calls. The calls keep their order and times. The records are passed twice: {@link #place} finds
 * out which calls each sample was in, {@link #merge} adds the frames:
 *
 * <ul>
 *   <li>A frame that two successive samples share is one call from the first to the second.
 *   <li>Other frames change in the middle between two samples, or {@value #REACH} microseconds from
 *       a sample where these are farther apart.
 *   <li>A recorded call begins in the frames that the next sample in it has below it; without one,
 *       in those that the samples before and after it share.
 *   <li>All end with the recorded call that they are in.
 * </ul>
 *
 * The CPU time between two records is attributed to the times near samples first, because a thread
 * that waits has none.
 */
final class PlatformFrames {
  /** Microseconds for which a sample holds at most. */
  static final int REACH = 5000;

  /** Microseconds around a sample in which its thread has run. */
  private static final int NEAR = 1000;

  private static final int[] NONE = {};

  /** Receives the records of the merged trace. */
  interface Sink {
    void record(int methodAndAction, int cpu, int wall) throws IOException;
  }

  /**
   * A sample, and the recorded calls that it was in.
   *
   * @param serials the numbers of the recorded calls, from the outermost on
   * @param frames the platform's frames below each recorded call, and above the innermost
   */
  private record Placed(long time, int[] serials, int[][] frames) {}

  private final MethodIds methods;
  private final Deque<PlatformSamples.Sample> samples;
  private final long startWall;

  /** The recorded calls that run: methods, numbers, and the frames above each that run. */
  private int[] calls = new int[64];

  private int[] serials = new int[64];
  private int[][] open = new int[65][];
  private int depth;
  private int lastSerial;

  private final List<Placed> placed = new ArrayList<>();
  private int unplaced;
  private int next;

  private boolean isBegun;
  private long lastWall;
  private long lastCpu;

  /** The time of the last sample or record that shows the frames that run. */
  private long evidence;

  /** Frames that begin and end before the next record, with their times. */
  private int[] changes = new int[16];

  private long[] changeTimes = new long[16];
  private int changeCount;

  /** Times near samples before the next record: begins and ends. */
  private long[] near = new long[16];

  private int nearCount;

  /**
   * @param samples of the thread, by time
   * @param startWall the start of the trace, as {@link System#nanoTime}
   */
  PlatformFrames(MethodIds methods, Deque<PlatformSamples.Sample> samples, long startWall) {
    this.methods = methods;
    this.samples = samples;
    this.startWall = startWall;
    Arrays.fill(open, NONE);
  }

  /** Returns how many samples fit the recorded calls. */
  int placed() {
    return placed.size();
  }

  /** Returns how many samples do not fit the recorded calls. */
  int unplaced() {
    return unplaced;
  }

  /** The first pass: a record of the thread. */
  void place(int methodAndAction, int wall) {
    long now = Integer.toUnsignedLong(wall);
    while (!samples.isEmpty() && micros(samples.getFirst()) <= now) {
      PlatformSamples.Sample sample = samples.removeFirst();
      Placed at = isBegun ? placed(sample) : null;
      if (at != null) {
        placed.add(at);
      } else if (isBegun) {
        unplaced++;
      }
    }
    isBegun = true;
    follow(methodAndAction);
  }

  private long micros(PlatformSamples.Sample sample) {
    return (sample.time() - startWall) / 1000;
  }

  /** Between the passes: begins anew. */
  void rewind() {
    depth = 0;
    lastSerial = 0;
    isBegun = false;
  }

  /** Returns whether the record ends a call that is known. */
  private boolean follow(int methodAndAction) {
    int method = methodAndAction >>> 2;
    if ((methodAndAction & 3) == CallTrace.ENTER) {
      if (depth == calls.length) {
        calls = Arrays.copyOf(calls, 2 * depth);
        serials = Arrays.copyOf(serials, 2 * depth);
        open = Arrays.copyOf(open, 2 * depth + 1);
      }
      calls[depth] = method;
      serials[depth++] = ++lastSerial;
      open[depth] = NONE;
      return true;
    }
    // The recorder ends the calls above first.
    if (depth > 0 && calls[depth - 1] == method) {
      depth--;
      return true;
    }
    return false;
  }

  /** Returns where a sample belongs; null if a recorded call is missing in it. */
  private @Nullable Placed placed(PlatformSamples.Sample sample) {
    int[] stack = sample.frames();
    int[][] frames = new int[depth + 1][];
    Arrays.fill(frames, NONE);
    int from = 0;
    for (int level = 0; level < depth; level++) {
      Method call = methods.method(calls[level]);
      if (CodeKind.of(call) == CodeKind.PLATFORM) {
        // A part of the run is in no stack, and a method may be another class's that overrides it.
        if (from < stack.length && stack[from] > 0 && isNamed(stack[from], call.name())) {
          from++;
        }
        continue;
      }
      int at = from;
      while (at < stack.length && !isCall(stack[at], call)) {
        at++;
      }
      if (at == stack.length) {
        return null;
      }
      frames[level] = platform(stack, from, at);
      from = at + 1;
    }
    int end = from;
    // The program's calls that are not recorded yet, or not any more.
    while (end < stack.length && stack[end] > 0) {
      end++;
    }
    frames[depth] = platform(stack, from, end);
    return new Placed(micros(sample), Arrays.copyOf(serials, depth), frames);
  }

  private boolean isNamed(int frame, String name) {
    String own = methods.method(frame).name();
    return own.length() == name.length() + 1 && own.startsWith(name);
  }

  private boolean isCall(int frame, Method call) {
    if (frame > 0) {
      return false;
    }
    Method own = methods.method(-frame);
    return own.name().equals(call.name()) && own.className().equals(call.className());
  }

  private static int[] platform(int[] stack, int from, int to) {
    int[] frames = Arrays.stream(stack, from, to).filter(each -> each > 0).toArray();
    return frames.length == 0 ? NONE : frames;
  }

  /** The second pass: the same record, with frames before it. */
  void merge(int methodAndAction, int cpu, int wall, Sink sink) throws IOException {
    long now = Integer.toUnsignedLong(wall);
    long cpuNow = Integer.toUnsignedLong(cpu);
    changeCount = 0;
    nearCount = 0;
    if (isBegun) {
      while (next < placed.size() && placed.get(next).time <= now) {
        Placed sample = placed.get(next++);
        change(sample.frames[depth], sample.time);
        near(sample.time, now);
        evidence = sample.time;
      }
      if (next < placed.size()) {
        near(placed.get(next).time, now);
      }
    }
    boolean isEnter = (methodAndAction & 3) == CallTrace.ENTER;
    if (isEnter) {
      change(framesAround(lastSerial + 1), now);
    } else {
      end(open[depth], 0, Math.min(now, evidence + REACH));
      open[depth] = NONE;
    }
    write(now, cpuNow, sink);
    sink.record(methodAndAction, cpu, wall);
    follow(methodAndAction);
    isBegun = true;
    lastWall = now;
    lastCpu = cpuNow;
    evidence = now;
  }

  /** After the last record: what runs outside of all recorded calls ends with them. */
  void finish(Sink sink) throws IOException {
    if (depth == 0) {
      for (int i = open[0].length - 1; i >= 0; i--) {
        sink.record(open[0][i] << 2 | CallTrace.EXIT, (int) lastCpu, (int) lastWall);
      }
    }
  }

  /** The frames in which a call begins. */
  private int[] framesAround(int serial) {
    int[] current = open[depth];
    if (next == placed.size()) {
      return current;
    }
    Placed sample = placed.get(next);
    boolean isInSame =
        depth == 0
            || (sample.serials.length >= depth && sample.serials[depth - 1] == serials[depth - 1]);
    if (!isInSame) {
      return current;
    }
    boolean isInCall = sample.serials.length > depth && sample.serials[depth] == serial;
    return isInCall
        ? sample.frames[depth]
        : Arrays.copyOf(current, common(current, sample.frames[depth]));
  }

  private static int common(int[] a, int[] b) {
    int differs = Arrays.mismatch(a, b);
    return differs < 0 ? a.length : differs;
  }

  /** The frames above the innermost recorded call become others, which are seen at a time. */
  private void change(int[] frames, long time) {
    int[] current = open[depth];
    int same = common(current, frames);
    if (same == current.length && same == frames.length) {
      return;
    }
    boolean isNear = time - evidence <= 2 * REACH;
    long middle = (time + evidence) / 2;
    end(current, same, isNear ? middle : evidence + REACH);
    long begin = isNear ? middle : time - REACH;
    for (int i = same; i < frames.length; i++) {
      addChange(frames[i] << 2 | CallTrace.ENTER, begin);
    }
    open[depth] = frames;
  }

  private void end(int[] frames, int from, long time) {
    for (int i = frames.length - 1; i >= from; i--) {
      addChange(frames[i] << 2 | CallTrace.EXIT, time);
    }
  }

  private void addChange(int methodAndAction, long time) {
    if (changeCount == changes.length) {
      changes = Arrays.copyOf(changes, 2 * changeCount);
      changeTimes = Arrays.copyOf(changeTimes, 2 * changeCount);
    }
    changes[changeCount] = methodAndAction;
    // Not before the last change: frames end in their order.
    changeTimes[changeCount] =
        Math.max(time, changeCount == 0 ? lastWall : changeTimes[changeCount - 1]);
    changeCount++;
  }

  private void near(long sample, long end) {
    if (nearCount + 2 > near.length) {
      near = Arrays.copyOf(near, 2 * near.length);
    }
    long from = Math.max(nearCount == 0 ? lastWall : near[nearCount - 1], sample - NEAR);
    long to = Math.min(end, sample + NEAR);
    if (from < to) {
      near[nearCount++] = from;
      near[nearCount++] = to;
    }
  }

  private void write(long now, long cpuNow, Sink sink) throws IOException {
    if (changeCount == 0) {
      return;
    }
    long nearAll = nearUntil(now);
    long farAll = now - lastWall - nearAll;
    double cpu = Math.max(0, cpuNow - lastCpu);
    double ofNear = nearAll == 0 ? 0 : farAll == 0 ? cpu / nearAll : Math.min(1, cpu / nearAll);
    double ofFar = farAll == 0 ? 0 : (cpu - ofNear * nearAll) / farAll;
    for (int i = 0; i < changeCount; i++) {
      long time = Math.min(now, changeTimes[i]);
      long nearHere = nearUntil(time);
      double here = ofNear * nearHere + ofFar * (time - lastWall - nearHere);
      sink.record(changes[i], (int) (lastCpu + Math.round(here)), (int) time);
    }
  }

  /** Microseconds near samples from the last record to a time. */
  private long nearUntil(long time) {
    long sum = 0;
    for (int i = 0; i < nearCount && near[i] < time; i += 2) {
      sum += Math.min(near[i + 1], time) - near[i];
    }
    return sum;
  }
}
