package dev.dexscope.observe.trace;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of threads that run, by HotSpot's own samples. A thread that is requested for its
 * stack goes on to its next safepoint, and HotSpot's compiled code has few of them: in loops and
 * small methods it would be seen outside of where it was. HotSpot's sampler takes the place at
 * which the thread was interrupted.
 *
 * <p>The samples arrive a second or two later. Only the thread that asks for them uses {@link #at};
 * the samples come on another.
 */
final class RunningStacks implements AutoCloseable {
  /** Of threads that run Java code, and of those that run native code. */
  private static final List<String> SAMPLES =
      List.of("jdk.ExecutionSample", "jdk.NativeMethodSample");

  /** The frames of a sample; HotSpot's default of 64 would cut off the outermost ones. */
  private static final String DEPTH = "stackdepth=1024";

  /** Seconds until a recording has begun, on a busy machine. */
  private static final int PATIENCE = 10;

  /** The shortest interval of HotSpot's sampler. */
  private static final Duration SHORTEST = Duration.ofMillis(1);

  /** A sample stands for the time around it that is not longer than this. */
  private static final long FARTHEST = Duration.ofMillis(20).toNanos();

  private record Sample(long time, int[] stack) {}

  private final Function<StackTraceElement[], int[]> stacks;
  private final RecordingStream stream = new RecordingStream();
  private final Map<Long, Deque<Sample>> samples = new HashMap<>();

  /** The offset of the clock of events to {@link System#nanoTime}. */
  private final long offset;

  private long lastFlush = System.nanoTime();
  private long complete = lastFlush;

  private RunningStacks(Function<StackTraceElement[], int[]> stacks) {
    this.stacks = stacks;
    this.offset = System.nanoTime() - nanos(Instant.now());
  }

  /**
   * Begins.
   *
   * @param stacks the methods of a stack's frames that are shown, from the outermost on
   * @return null if this Java VM has no such samples
   */
  static @Nullable RunningStacks begin(
      Duration interval, Function<StackTraceElement[], int[]> stacks) {
    try {
      setDepth();
      var running = new RunningStacks(stacks);
      running.start(interval.compareTo(SHORTEST) < 0 ? SHORTEST : interval);
      return running;
    } catch (LinkageError | IllegalStateException | SecurityException e) {
      // No module jdk.jfr, or no place for its files.
      return null;
    }
  }

  private static void setDepth() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "jfrConfigure",
              new Object[] {new String[] {DEPTH}},
              new String[] {String[].class.getName()});
    } catch (JMException e) {
      // Deeper stacks are taken from the thread itself then.
    }
  }

  private void start(Duration interval) {
    for (String each : SAMPLES) {
      stream.enable(each).withPeriod(interval);
      stream.onEvent(each, this::add);
    }
    stream.onFlush(this::flushed);
    var begun = new CountDownLatch(1);
    var listener = new Begun(begun);
    FlightRecorder.addListener(listener);
    // Not by startAsync, whose thread is no daemon: the program would not end before it.
    Thread.ofPlatform()
        .group(Sampler.topGroup())
        .daemon()
        .name("Sampling Profiler's samples")
        .start(stream::start);
    try {
      begun.await(PATIENCE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      FlightRecorder.removeListener(listener);
    }
  }

  /** Waits for the first recording that starts. */
  private record Begun(CountDownLatch latch) implements FlightRecorderListener {
    @Override
    public void recordingStateChanged(Recording recording) {
      if (recording.getState() == RecordingState.RUNNING) {
        latch.countDown();
      }
    }
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  private void add(RecordedEvent event) {
    RecordedThread thread = event.getThread("sampledThread");
    RecordedStackTrace trace = event.getStackTrace();
    if (thread == null || trace == null || trace.isTruncated()) {
      return;
    }
    var sample =
        new Sample(nanos(event.getStartTime()) + offset, stacks.apply(elements(trace.getFrames())));
    synchronized (this) {
      samples.computeIfAbsent(thread.getJavaThreadId(), _ -> new ArrayDeque<>()).add(sample);
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

  private synchronized void flushed() {
    // Events before the last flush have certainly arrived with this one.
    complete = lastFlush;
    lastFlush = System.nanoTime();
  }

  /** Returns the time up to which all samples have arrived. */
  synchronized long complete() {
    return complete;
  }

  /**
   * Returns the stack of a thread near a time, methods from the outermost on; null if there is no
   * sample near it. Times of later calls for a thread must not be earlier.
   */
  synchronized int @Nullable [] at(long thread, long time) {
    Deque<Sample> ofThread = samples.get(thread);
    if (ofThread == null) {
      return null;
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

  /** The thread has ended. */
  synchronized void forget(long thread) {
    samples.remove(thread);
  }

  /** Ends, after all samples have arrived. */
  @Override
  public void close() {
    try {
      stream.stop();
    } catch (IllegalStateException e) {
      // The process ends, and has stopped it.
    }
    stream.close();
    synchronized (this) {
      complete = Long.MAX_VALUE;
    }
  }
}
