package dev.dexscope.observe.trace;

import dev.dexscope.observe.recording.PlatformNames;
import dev.dexscope.trace.Method;
import dev.dexscope.vm.instrument.MethodIds;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import org.jspecify.annotations.Nullable;

/**
 * Samples of the stacks of running threads, with the platform's methods, which have no hooks. They
 * are kept until the trace ends, because they arrive later than the records of calls; then {@link
 * PlatformFrames} puts them between and under the recorded calls.
 */
final class PlatformSamples implements RunningSamples.Receiver, AutoCloseable {
  /** More are not kept. */
  private static final int MOST = 400_000;

  /**
   * A stack at a time.
   *
   * @param time as {@link System#nanoTime}
   * @param frames the numbers of the methods, from the outermost on; those of the program negative
   */
  record Sample(long time, int[] frames) {}

  private final MethodIds methods;
  private final Function<StackTraceElement, @Nullable Method> guests;
  private final Map<Long, Deque<Sample>> samples = new HashMap<>();
  private @Nullable RunningSamples source;
  private int count;
  private int dropped;

  private PlatformSamples(MethodIds methods, Function<StackTraceElement, @Nullable Method> guests) {
    this.methods = methods;
    this.guests = guests;
  }

  /**
   * Begins; returns null if this Java VM has no samples.
   *
   * @param guests the method of a frame of the program; null for other frames
   */
  static @Nullable PlatformSamples begin(
      Duration interval, MethodIds methods, Function<StackTraceElement, @Nullable Method> guests) {
    var own = new PlatformSamples(methods, guests);
    own.source = RunningSamples.begin(interval, own);
    return own.source == null ? null : own;
  }

  @Override
  public void sample(long thread, long time, List<RecordedFrame> frames) {
    int[] numbers = numbers(frames);
    if (numbers.length > 0) {
      add(thread, new Sample(time, numbers));
    }
  }

  private synchronized void add(long thread, Sample sample) {
    if (count == MOST) {
      dropped++;
      return;
    }
    count++;
    samples.computeIfAbsent(thread, _ -> new ArrayDeque<>()).add(sample);
  }

  private int[] numbers(List<RecordedFrame> frames) {
    int[] numbers = new int[frames.size() + 1];
    int depth = 0;
    String last = "";
    OwnWork own = OwnWork.NONE;
    for (int i = frames.size() - 1; i >= 0; i--) {
      RecordedFrame frame = frames.get(i);
      RecordedMethod method = frame.getMethod();
      String className = method.getType().getName();
      Method guest =
          guests.apply(
              new StackTraceElement(className, method.getName(), null, frame.getLineNumber()));
      if (guest != null) {
        own = OwnWork.NONE;
        last = "";
        numbers[depth++] =
            -methods.of(
                guest.className(), guest.name(), guest.signature(), guest.file(), guest.line());
        continue;
      }
      OwnWork begun = OwnWork.of(className);
      if (begun != OwnWork.NONE) {
        own = begun;
        continue;
      }
      String name = PlatformNames.of(method.getName());
      boolean isAgain = PlatformNames.isRenamed(method.getName()) && last.equals(className + name);
      boolean isOutermost = depth == 0 || own != OwnWork.NONE;
      if (isAgain
          || PlatformNames.isHidden(className, method.getName())
          || (isOutermost && PlatformNames.isOutermost(className))) {
        continue;
      }
      own = OwnWork.NONE;
      last = className + name;
      numbers[depth++] =
          methods.of(className, name + Method.SAMPLED, method.getDescriptor(), "", -1);
    }
    if (own != OwnWork.NONE) {
      numbers[depth++] = methods.of("", own.row + Method.SAMPLED, "", "", -1);
    }
    return Arrays.copyOf(numbers, depth);
  }

  /** The work of this program at the end of a stack: it has a row of its own. */
  private enum OwnWork {
    NONE("", ""),
    HOOKS("(hooks)", "dev.dexscope.vm.instrument."),
    TRANSLATION("(translation)", "dev.dexscope.vm."),
    READING("(translation)", "dev.dexscope.dex."),
    OTHER("(Dexscope)", "dev.dexscope.");

    /** As in profiles of programs (docs/probe.md). */
    private final String row;

    private final String classes;

    OwnWork(String row, String classes) {
      this.row = row;
      this.classes = classes;
    }

    static OwnWork of(String className) {
      if (className.startsWith(OTHER.classes)) {
        for (OwnWork each : values()) {
          if (each != NONE && className.startsWith(each.classes)) {
            return each;
          }
        }
      }
      return NONE;
    }
  }

  /** Returns a thread's samples by time, and removes them. */
  synchronized Deque<Sample> take(long thread) {
    Deque<Sample> own = samples.remove(thread);
    return own == null ? new ArrayDeque<>() : own;
  }

  /** Returns how many were too many. */
  synchronized int dropped() {
    return dropped;
  }

  /** Ends, after all samples have arrived. */
  @Override
  public void close() {
    if (source != null) {
      source.close();
    }
  }
}
