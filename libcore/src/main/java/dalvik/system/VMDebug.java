package dalvik.system;

import dev.dexscope.libcore.Counters;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.DebugMonitor;
import dev.dexscope.libcore.HeapInspection;
import dev.dexscope.libcore.MethodTracer;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.harmony.dalvik.ddmc.ChunkHandler;

/** The requests of {@code android.os.Debug} to the VM. */
public final class VMDebug {
  public static final int TRACE_COUNT_ALLOCS = 1;

  public static final int KIND_GLOBAL_ALLOCATED_OBJECTS = 1;
  public static final int KIND_GLOBAL_ALLOCATED_BYTES = 1 << 1;
  public static final int KIND_GLOBAL_FREED_OBJECTS = 1 << 2;
  public static final int KIND_GLOBAL_FREED_BYTES = 1 << 3;
  public static final int KIND_GLOBAL_GC_INVOCATIONS = 1 << 4;
  public static final int KIND_GLOBAL_CLASS_INIT_COUNT = 1 << 5;
  public static final int KIND_GLOBAL_CLASS_INIT_TIME = 1 << 6;
  public static final int KIND_THREAD_ALLOCATED_OBJECTS = 1 << 16;
  public static final int KIND_THREAD_ALLOCATED_BYTES = 1 << 17;
  public static final int KIND_THREAD_GC_INVOCATIONS = 1 << 20;
  public static final int KIND_ALL_COUNTS = -1;

  /** ART's flags for the clocks of a trace. */
  private static final int TRACE_CLOCK_WALL = 0x10;

  private static final int TRACE_CLOCK_THREAD_CPU = 0x100;

  private static final int DEFAULT_BUFFER_SIZE = 8 * 1024 * 1024;
  private static final int LEAST_BUFFER_SIZE = 1024;
  private static final int CHUNK_MPSE = ChunkHandler.type("MPSE");

  private static final int CHUNK_HPDS = ChunkHandler.type("HPDS");

  private static final int ERROR = 6;

  private VMDebug() {}

  private static DebugMonitor monitor() {
    return CurrentVm.get().monitor();
  }

  private static MethodTracer tracer() {
    return CurrentVm.get().tracer();
  }

  private static HeapInspection heap() {
    return CurrentVm.get().heap();
  }

  private static Counters counters() {
    return CurrentVm.get().counters();
  }

  /** When the debugger last did something: milliseconds ago, -1 without a debugger. */
  public static long lastDebuggerActivity() {
    return monitor().millisSinceDebuggerActivity();
  }

  public static boolean isDebuggingEnabled() {
    return monitor().isConnected();
  }

  public static boolean isDebuggerConnected() {
    return monitor().isDebuggerConnected();
  }

  /** Returns the answer of DDM's FEAT. */
  public static String[] getVmFeatureList() {
    return new String[] {
      "method-trace-profiling",
      "method-trace-profiling-streaming",
      "method-sample-profiling",
      "hprof-heap-dump",
      "hprof-heap-dump-streaming",
    };
  }

  /** Traces into a file. */
  public static void startMethodTracing(
      String traceFileName, int bufferSize, int flags, boolean samplingEnabled, int intervalUs) {
    MethodTracer.Options options = options(bufferSize, flags, samplingEnabled, intervalUs);
    start(traceFileName, () -> tracer().start(options, Path.of(traceFileName)));
  }

  /** Traces into an open file; {@code traceFileName} is only its name in messages. */
  public static void startMethodTracing(
      String traceFileName,
      FileDescriptor fd,
      int bufferSize,
      int flags,
      boolean samplingEnabled,
      int intervalUs) {
    startMethodTracing(traceFileName, fd, bufferSize, flags, samplingEnabled, intervalUs, false);
  }

  /** Traces into an open file, which can be read meanwhile if so wanted. */
  public static void startMethodTracing(
      String traceFileName,
      FileDescriptor fd,
      int bufferSize,
      int flags,
      boolean samplingEnabled,
      int intervalUs,
      boolean streaming) {
    if (fd == null) {
      throw new NullPointerException("fd == null");
    }
    MethodTracer.Options file = options(bufferSize, flags, samplingEnabled, intervalUs);
    MethodTracer.Options options = streaming ? streamed(file) : file;
    start(traceFileName, () -> tracer().start(options, new FileOutputStream(fd)));
  }

  /** Traces into memory; the trace's end sends it to the DDM server. */
  public static void startMethodTracingDdms(
      int bufferSize, int flags, boolean samplingEnabled, int intervalUs) {
    MethodTracer.Options options = options(bufferSize, flags, samplingEnabled, intervalUs);
    var out =
        new ByteArrayOutputStream() {
          @Override
          public void flush() {
            monitor().send(CHUNK_MPSE, buf, 0, count);
          }
        };
    start("[DDMS]", () -> tracer().start(options, out));
  }

  private static MethodTracer.Options options(
      int bufferSize, int flags, boolean samplingEnabled, int intervalUs) {
    if (bufferSize != 0 && bufferSize < LEAST_BUFFER_SIZE) {
      throw new IllegalArgumentException("buffer size < 1024: " + bufferSize);
    }
    if (samplingEnabled && intervalUs <= 0) {
      throw new RuntimeException("Invalid sampling interval: " + intervalUs);
    }
    boolean wall = (flags & TRACE_CLOCK_WALL) != 0;
    boolean cpu = (flags & TRACE_CLOCK_THREAD_CPU) != 0;
    return new MethodTracer.Options(
        wall,
        cpu,
        bufferSize == 0 ? DEFAULT_BUFFER_SIZE : bufferSize,
        false,
        Duration.ofNanos(samplingEnabled ? intervalUs * 1000L : 0),
        (flags & TRACE_COUNT_ALLOCS) != 0);
  }

  private static MethodTracer.Options streamed(MethodTracer.Options file) {
    return new MethodTracer.Options(
        file.wall(), file.cpu(), file.bufferSize(), true, file.interval(), file.countAllocations());
  }

  private interface Start {
    void run() throws IOException;
  }

  private static void start(String name, Start start) {
    if (tracer().mode() != MethodTracer.Mode.OFF) {
      complain("Trace already in progress, ignoring this request");
      return;
    }
    if (name.isEmpty()) {
      throw new RuntimeException("Unable to open trace file ''");
    }
    try {
      start.run();
    } catch (IOException e) {
      throw new RuntimeException("Unable to open trace file '" + name + "': " + e.getMessage(), e);
    }
  }

  private static void complain(String message) {
    CurrentVm.get().log().add(ERROR, "art", message);
  }

  /** 0 when nothing is traced, 1 when every call is, 2 for samples. */
  public static int getMethodTracingMode() {
    return switch (tracer().mode()) {
      case OFF -> 0;
      case TRACING -> 1;
      case SAMPLING -> 2;
    };
  }

  /** Ends the trace, if there is one. */
  public static void stopMethodTracing() {
    try {
      tracer().stop();
    } catch (IOException e) {
      complain("the trace cannot be written: " + e.getMessage());
    }
  }

  /** The current thread's CPU time, -1 where the system does not tell it. */
  public static long threadCpuTimeNanos() {
    return Counters.threadCpuNanos();
  }

  public static void startAllocCounting() {
    counters().startCounting();
  }

  public static void stopAllocCounting() {
    counters().stopCounting();
  }

  /**
   * One of the counts since {@link #startAllocCounting}; 0 for those that HotSpot does not keep.
   */
  public static int getAllocCount(int kind) {
    var counts = counters().counted();
    long count =
        switch (kind) {
          case KIND_GLOBAL_ALLOCATED_BYTES -> counts.allocatedBytes();
          case KIND_GLOBAL_FREED_BYTES -> counts.freedBytes();
          case KIND_GLOBAL_GC_INVOCATIONS, KIND_THREAD_GC_INVOCATIONS -> counts.collections();
          case KIND_THREAD_ALLOCATED_BYTES -> counts.threadAllocatedBytes();
          default -> 0;
        };
    return (int) count;
  }

  /** Lets the counts of these kinds begin at zero again; all of them, as they are kept together. */
  public static void resetAllocCount(int kinds) {
    if (kinds != 0) {
      counters().reset();
    }
  }

  public static int setAllocationLimit(int limit) {
    return -1;
  }

  public static int setGlobalAllocationLimit(int limit) {
    return -1;
  }

  /** How many frames are kept of each recorded allocation. */
  public static void setAllocTrackerStackDepth(int stackDepth) {
    CurrentVm.get().allocations().setDepth(stackDepth);
  }

  /** How many classes this VM has loaded, the host's own too. */
  public static int getLoadedClassCount() {
    return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
  }

  /** Writes an hprof dump. */
  public static void dumpHprofData(String fileName) throws IOException {
    if (fileName == null) {
      throw new NullPointerException("filename == null");
    }
    heap().dump(Path.of(fileName));
  }

  /** Writes an hprof dump into an open file. */
  public static void dumpHprofData(String fileName, FileDescriptor fd) throws IOException {
    if (fd == null) {
      dumpHprofData(fileName);
    } else {
      heap().dump(new FileOutputStream(fd));
    }
  }

  /** Sends an hprof dump to the DDM server. */
  public static void dumpHprofDataDdms() {
    var dump = new ByteArrayOutputStream();
    try {
      heap().dump(dump);
    } catch (IOException e) {
      complain("the heap cannot be dumped: " + e.getMessage());
      return;
    }
    monitor().send(CHUNK_HPDS, dump.toByteArray(), 0, dump.size());
  }

  /** How many objects of the class there are. */
  public static long countInstancesOfClass(Class<?> klass, boolean assignable) {
    return countInstancesOfClasses(new Class<?>[] {klass}, assignable)[0];
  }

  /** The same for several classes; 0 for null. */
  public static long[] countInstancesOfClasses(Class<?>[] classes, boolean assignable) {
    return heap().countInstances(classes, assignable);
  }

  /** One of {@link #getRuntimeStats}, or null. */
  public static String getRuntimeStat(String statName) {
    if (statName == null) {
      throw new NullPointerException("statName == null");
    }
    return getRuntimeStats().get(statName);
  }

  /** The collector's figures. All of HotSpot's serial collections block. */
  public static Map<String, String> getRuntimeStats() {
    var counts = Counters.sinceStart();
    Map<String, String> stats = new HashMap<>();
    stats.put("art.gc.gc-count", Long.toString(counts.collections()));
    stats.put("art.gc.gc-time", Long.toString(counts.collectionMillis()));
    stats.put("art.gc.bytes-allocated", Long.toString(counts.allocatedBytes()));
    stats.put("art.gc.bytes-freed", Long.toString(counts.freedBytes()));
    stats.put("art.gc.blocking-gc-count", Long.toString(counts.collections()));
    stats.put("art.gc.blocking-gc-time", Long.toString(counts.collectionMillis()));
    return stats;
  }
}
