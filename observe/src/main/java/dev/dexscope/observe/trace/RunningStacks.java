package dev.dexscope.observe.trace;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedFrame;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of threads that run, by the samples nearest to a time. Only the thread that asks for
 * them uses {@link #at}; the samples come on another.
 */
final class RunningStacks implements RunningSamples.Receiver, AutoCloseable {
  /** A sample stands for the time around it that is not longer than this. */
  private static final long FARTHEST = Duration.ofMillis(20).toNanos();

  record Sample(long time, int[] stack) {}

  private final Function<StackTraceElement[], int[]> stacks;
  private final Map<Long, Deque<Sample>> samples = new HashMap<>();
  private @Nullable RunningSamples source;
  private long complete = System.nanoTime();

  private RunningStacks(Function<StackTraceElement[], int[]> stacks) {
    this.stacks = stacks;
  }

  /**
   * Begins.
   *
   * @param stacks the methods of a stack's frames that are shown, from the outermost on
   * @return null if this Java VM has no such samples
   */
  static @Nullable RunningStacks begin(
      Duration interval, Function<StackTraceElement[], int[]> stacks) {
    var running = new RunningStacks(stacks);
    running.source = RunningSamples.begin(interval, running);
    return running.source == null ? null : running;
  }

  @Override
  public void sample(long thread, long time, List<RecordedFrame> frames) {
    var sample = new Sample(time, stacks.apply(elements(frames)));
    synchronized (this) {
      samples.computeIfAbsent(thread, _ -> new ArrayDeque<>()).add(sample);
    }
  }

  private static StackTraceElement[] elements(List<RecordedFrame> frames) {
    return frames.stream()
        .map(frame ->
            new StackTraceElement(
                frame.getMethod().getType().getName(),
                frame.getMethod().getName(),
                null,
                frame.getLineNumber()))
        .toArray(StackTraceElement[]::new);
  }

  @Override
  public synchronized void complete(long time) {
    complete = time;
  }

  /** Returns the time up to which all samples have arrived. */
  synchronized long complete() {
    return complete;
  }

  /**
   * Returns the stack of a thread near a time, methods from the outermost on; null if there is no
   * sample near it. Times of later calls for a thread must not be earlier.
   *
   * @param since samples from before this time are of something else
   */
  synchronized int @Nullable [] at(long thread, long time, long since) {
    Deque<Sample> ofThread = samples.get(thread);
    if (ofThread == null) {
      return null;
    }
    while (!ofThread.isEmpty() && ofThread.getFirst().time < since) {
      ofThread.removeFirst();
    }
    Sample nearest = null;
    while (!ofThread.isEmpty()) {
      Sample next = ofThread.getFirst();
      if (nearest != null && Math.abs(next.time - time) > Math.abs(nearest.time - time)) {
        break;
      }
      nearest = ofThread.removeFirst();
    }
    if (nearest == null) {
      return null;
    }
    // It may be nearest to the next time, too.
    ofThread.addFirst(nearest);
    return Math.abs(nearest.time - time) <= FARTHEST ? nearest.stack : null;
  }

  /**
   * Returns the last sample of a thread in a span; null if there is none. Those before its end are
   * discarded.
   */
  synchronized @Nullable Sample between(long thread, long since, long until) {
    Deque<Sample> ofThread = samples.get(thread);
    Sample last = null;
    while (ofThread != null && !ofThread.isEmpty() && ofThread.getFirst().time < until) {
      last = ofThread.removeFirst();
    }
    return last == null || last.time < since ? null : last;
  }

  /** The thread has ended. */
  synchronized void forget(long thread) {
    samples.remove(thread);
  }

  /** Ends, after all samples have arrived. */
  @Override
  public void close() {
    if (source != null) {
      source.close();
    }
  }
}
