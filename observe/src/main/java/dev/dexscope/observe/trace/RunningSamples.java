package dev.dexscope.observe.trace;

import dev.dexscope.vm.instrument.HotSpotCommands;
import dev.dexscope.vm.runtime.GuestThreads;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
 * HotSpot's own samples of threads that run. A thread that is requested for its stack goes on to
 * its next safepoint, and HotSpot's compiled code has few of them: in loops and small methods it
 * would be seen outside of where it was. HotSpot's sampler takes the place at which the thread was
 * interrupted. The samples arrive a second or two later, on a thread of their own.
 */
final class RunningSamples implements AutoCloseable {
  /** Receives the samples, those of a thread in the order of their times. */
  interface Receiver {
    /**
     * A thread ran at a time.
     *
     * @param thread its {@link Thread#threadId}
     * @param time as {@link System#nanoTime}
     * @param frames from the innermost on
     */
    void sample(long thread, long time, List<RecordedFrame> frames);

    /** All samples before this time have arrived. */
    default void complete(long time) {}
  }

  /** Of threads that run Java code, and of those that run native code. */
  private static final List<String> SAMPLES =
      List.of("jdk.ExecutionSample", "jdk.NativeMethodSample");

  /** The frames of a sample; HotSpot's default of 64 would cut off the outermost ones. */
  private static final String DEPTH = "stackdepth=1024";

  /** Seconds until a recording has begun, on a busy machine. */
  private static final int PATIENCE = 10;

  /** The shortest interval of HotSpot's sampler. */
  private static final Duration SHORTEST = Duration.ofMillis(1);

  private final Receiver receiver;
  private final RecordingStream stream = new RecordingStream();

  /** The offset of the clock of events to {@link System#nanoTime}. */
  private final long offset;

  private long lastFlush = System.nanoTime();

  private RunningSamples(Receiver receiver) {
    this.receiver = receiver;
    this.offset = System.nanoTime() - nanos(Instant.now());
  }

  /**
   * Begins; returns null if this Java VM has no such samples.
   *
   * @param interval between a thread's samples; HotSpot's shortest one if it is shorter
   */
  static @Nullable RunningSamples begin(Duration interval, Receiver receiver) {
    try {
      setDepth();
      var running = new RunningSamples(receiver);
      running.start(interval.compareTo(SHORTEST) < 0 ? SHORTEST : interval);
      return running;
    } catch (LinkageError | IllegalStateException | SecurityException e) {
      // No module jdk.jfr, or no place for its files.
      return null;
    }
  }

  private static void setDepth() {
    try {
      HotSpotCommands.run("JFR.configure " + DEPTH);
    } catch (IOException e) {
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
        .group(GuestThreads.root())
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
    if (thread != null && trace != null && !trace.isTruncated()) {
      long time = nanos(event.getStartTime()) + offset;
      receiver.sample(thread.getJavaThreadId(), time, trace.getFrames());
    }
  }

  private synchronized void flushed() {
    // Events before the last flush have certainly arrived with this one.
    receiver.complete(lastFlush);
    lastFlush = System.nanoTime();
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
    receiver.complete(Long.MAX_VALUE);
  }
}
