package dev.dexscope.observe.recording;

import dev.dexscope.trace.Method;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.instrument.HotSpotCommands;
import dev.dexscope.vm.runtime.GuestThreads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import libcore.util.ProgramEvents;
import org.jspecify.annotations.Nullable;

/**
 * Records one run of a program in this process, by HotSpot's own events: the program is as it is.
 *
 * <pre>{@code
 * RunRecording recording = RunRecording.begin(false);
 * int exitCode = vm.run(program, Map.of(), arguments);
 * Recorded recorded = recording.end(Vm.code().frames()::method);
 * }</pre>
 */
public final class RunRecording {
  /** Of CPU time; the system's timers are coarser, mostly 4 ms. */
  private static final String CPU_PERIOD = "1ms";

  /** HotSpot's shortest one between looks at threads in Java code. */
  private static final Duration PERIOD = Duration.ofMillis(1);

  /** Of looks at threads in native code, most of which wait. */
  private static final Duration NATIVE_PERIOD = Duration.ofMillis(10);

  /** Of objects: who makes most of them is known by few samples. */
  private static final String MOST_ALLOCATIONS = "300/s";

  private static final String MOST_EXCEPTIONS = "100/s";

  /** At the recording's begin and end. */
  private static final String BOTH_ENDS = "everyChunk";

  private static final Duration NEVER = Duration.ofDays(1);

  /** HotSpot's default of 64 frames would cut off the outermost ones. */
  private static final String DEPTH = "JFR.configure stackdepth=2048";

  static final String CPU_SAMPLE = "jdk.CPUTimeSample";
  static final String JAVA_SAMPLE = "jdk.ExecutionSample";
  static final String NATIVE_SAMPLE = "jdk.NativeMethodSample";
  static final String THREAD_START = "jdk.ThreadStart";
  static final String THREAD_END = "jdk.ThreadEnd";
  static final String CPU_LOAD = "jdk.ThreadCPULoad";
  static final String PAUSE = "jdk.GCPhasePause";
  static final String COMPILATION = "jdk.Compilation";
  static final String ALLOCATION = "jdk.ObjectAllocationSample";
  static final String EXCEPTION = "jdk.JavaExceptionThrow";
  static final String EXCEPTIONS = "jdk.ExceptionStatistics";
  static final String REQUESTED_COLLECTION = "jdk.SystemGC";
  static final String SLEEP = "jdk.ThreadSleep";
  static final String PARK = "jdk.ThreadPark";
  static final String ENTER = "jdk.JavaMonitorEnter";
  static final String WAIT = "jdk.JavaMonitorWait";
  static final String SOCKET_READ = "jdk.SocketRead";
  static final String SOCKET_WRITE = "jdk.SocketWrite";
  static final String SOCKET_CONNECT = "jdk.SocketConnect";
  static final String FILE_READ = "jdk.FileRead";
  static final String FILE_WRITE = "jdk.FileWrite";
  static final String FILE_FORCE = "jdk.FileForce";

  private static final List<String> WAITS =
      List.of(
          SLEEP,
          PARK,
          ENTER,
          WAIT,
          SOCKET_READ,
          SOCKET_WRITE,
          SOCKET_CONNECT,
          REQUESTED_COLLECTION);

  /** Those of files are mostly copies in memory, which samples of CPU time have. */
  private static final List<String> FILES = List.of(FILE_READ, FILE_WRITE, FILE_FORCE);

  private static final Duration FILE_THRESHOLD = Duration.ofMillis(1);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Recording recording;
  private final Path file;
  private volatile long start;

  /** The CPU time that the current thread had at the start, by its number. */
  private final Map<Long, Long> before = new HashMap<>();

  /** The thread that ends recordings when the process is ended from outside. */
  private static final String HOOK = "JFR Shutdown Hook";

  private RunRecording(Recording recording, Path file) {
    this.recording = recording;
    this.file = file;
  }

  /**
   * Makes the JVM's recorder ready, which takes longer than most other steps of a profile: it can
   * be done beside them.
   *
   * @return whether there is one
   */
  public static synchronized boolean prepare() {
    try {
      HotSpotCommands.run(DEPTH);
      FlightRecorder.getFlightRecorder();
      return true;
    } catch (IOException | LinkageError | IllegalStateException e) {
      return false;
    }
  }

  /**
   * Begins.
   *
   * @param isWarmed whether the program is called several times, of which the last is recorded
   * @return null if this Java VM has no recorder
   * @throws IOException if there is no place for the recording
   */
  public static @Nullable RunRecording begin(boolean isWarmed) throws IOException {
    if (!prepare()) {
      return null;
    }
    var run = new RunRecording(new Recording(), Files.createTempFile("dexscope", ".jfr"));
    run.configure();
    if (isWarmed) {
      ProgramEvents.listen(new Warm(run));
    } else {
      run.start();
    }
    return run;
  }

  /** Begins with the last of several runs. */
  private record Warm(RunRecording run) implements ProgramEvents.Listener {
    @Override
    public int begins(boolean isTranslation) {
      return 0;
    }

    @Override
    public void ready(int begun) {}

    @Override
    public void warm() {
      run.start();
    }
  }

  private void configure() throws IOException {
    recording.setDestination(file);
    recording.setDumpOnExit(true);
    recording.enable(CPU_SAMPLE).with("throttle", CPU_PERIOD).withStackTrace();
    recording.enable(JAVA_SAMPLE).withPeriod(PERIOD);
    recording.enable(NATIVE_SAMPLE).withPeriod(NATIVE_PERIOD);
    recording.enable(THREAD_START).withoutStackTrace();
    recording.enable(THREAD_END).withoutStackTrace();
    recording.enable(CPU_LOAD).withPeriod(NEVER);
    recording.enable(PAUSE).withThreshold(Duration.ZERO);
    recording.enable(COMPILATION).withThreshold(Duration.ZERO);
    recording.enable(ALLOCATION).with("throttle", MOST_ALLOCATIONS).withStackTrace();
    recording.enable(EXCEPTION).with("throttle", MOST_EXCEPTIONS).withStackTrace();
    recording.enable(EXCEPTIONS).with("period", BOTH_ENDS);
    for (String each : WAITS) {
      recording.enable(each).withThreshold(Duration.ZERO).with("throttle", "off").withStackTrace();
    }
    for (String each : FILES) {
      recording.enable(each).withThreshold(FILE_THRESHOLD).with("throttle", "off").withStackTrace();
    }
  }

  private void start() {
    recording.start();
    for (Thread each : GuestThreads.living()) {
      if (Vm.isGuest(each)) {
        before.put(each.threadId(), THREADS.getThreadCpuTime(each.threadId()));
      }
    }
    start = now();
  }

  /**
   * A thread that has not ended with the program.
   *
   * @param stack from the innermost frame on
   */
  record Alive(long thread, long cpu, Thread.State state, StackTraceElement[] stack) {}

  static long now() {
    return nanos(Instant.now());
  }

  static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  /**
   * Ends, after the program has ended.
   *
   * @param guests the method of a frame of the program; null for other frames
   * @throws IOException if the recording cannot be written or read
   */
  public Recorded end(Function<StackTraceElement, @Nullable Method> guests) throws IOException {
    return end(guests, false);
  }

  /**
   * Ends the recording of an app.
   *
   * @param guests the method of a frame of the app; null for other frames
   * @throws IOException if the recording cannot be written or read
   */
  public Recorded endOfApp(Function<StackTraceElement, @Nullable Method> guests)
      throws IOException {
    return end(guests, true);
  }

  private Recorded end(Function<StackTraceElement, @Nullable Method> guests, boolean isApp)
      throws IOException {
    ProgramEvents.listen(null);
    long end = now();
    List<Alive> alive = new ArrayList<>();
    for (Thread each : GuestThreads.living()) {
      if (Vm.isGuest(each)) {
        long cpu = THREADS.getThreadCpuTime(each.threadId());
        alive.add(new Alive(each.threadId(), cpu, each.getState(), each.getStackTrace()));
      }
    }
    try (recording) {
      if (start == 0) {
        // The program ended while it was warmed up.
        return new Recorded(
            0, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), 0);
      }
      stop();
      return new RecordingReader(guests, start, end, before, alive, isApp).read(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Writes the file, unless the process is being ended: then the JVM's recorder writes it. */
  private void stop() {
    try {
      recording.stop();
    } catch (IllegalStateException e) {
      for (Thread each : GuestThreads.living()) {
        if (each.getName().equals(HOOK)) {
          join(each);
        }
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
