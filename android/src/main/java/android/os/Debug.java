package android.os;

import dalvik.system.VMDebug;
import dev.dexscope.libcore.ProcessMemory;
import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.util.Map;
import org.apache.harmony.dalvik.ddmc.Chunk;
import org.apache.harmony.dalvik.ddmc.ChunkHandler;
import org.apache.harmony.dalvik.ddmc.DdmServer;

/**
 * Method tracing, and what the VM knows of memory and time. A trace's name without a leading slash
 * is a file in {@link Environment#getExternalStorageDirectory}. Of the allocation counts HotSpot
 * keeps bytes and collections; the others are 0.
 */
public final class Debug {
  public static final int TRACE_COUNT_ALLOCS = VMDebug.TRACE_COUNT_ALLOCS;
  public static final int SHOW_FULL_DETAIL = 1;
  public static final int SHOW_CLASSLOADER = 1 << 1;
  public static final int SHOW_INITIALIZED = 1 << 2;

  private static final String DEFAULT_TRACE_BODY = "dmtrace";
  private static final String DEFAULT_TRACE_EXTENSION = ".trace";
  private static final long DEBUGGER_POLL_MILLIS = 200;

  /** A debugger that has sent nothing for so long has set its breakpoints. */
  private static final long DEBUGGER_IDLE_MILLIS = 1300;

  private static volatile boolean waiting;

  private Debug() {}

  /** Waits until a debugger is attached and idle; monitors are notified (chunk WAIT). */
  public static void waitForDebugger() {
    if (!VMDebug.isDebuggingEnabled() || isDebuggerConnected()) {
      return;
    }
    DdmServer.sendChunk(new Chunk(ChunkHandler.type("WAIT"), new byte[1], 0, 1));
    waiting = true;
    try {
      while (!isDebuggerConnected()) {
        Thread.sleep(DEBUGGER_POLL_MILLIS);
      }
      waiting = false;
      long idle = VMDebug.lastDebuggerActivity();
      while (idle >= 0 && idle < DEBUGGER_IDLE_MILLIS) {
        Thread.sleep(DEBUGGER_POLL_MILLIS);
        idle = VMDebug.lastDebuggerActivity();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiting = false;
    }
  }

  public static boolean waitingForDebugger() {
    return waiting;
  }

  public static boolean isDebuggerConnected() {
    return VMDebug.isDebuggerConnected();
  }

  public static void changeDebugPort(int port) {}

  /** Begins to trace into {@code dmtrace.trace}. */
  public static void startMethodTracing() {
    startMethodTracing(null);
  }

  public static void startMethodTracing(String tracePath) {
    startMethodTracing(tracePath, 0, 0);
  }

  public static void startMethodTracing(String tracePath, int bufferSize) {
    startMethodTracing(tracePath, bufferSize, 0);
  }

  /** Begins to trace; records beyond {@code bufferSize} bytes (8 MB for 0) are lost. */
  public static void startMethodTracing(String tracePath, int bufferSize, int flags) {
    VMDebug.startMethodTracing(fixTracePath(tracePath), bufferSize, flags, false, 0);
  }

  /** Begins to sample, every so many microseconds. */
  public static void startMethodTracingSampling(String tracePath, int bufferSize, int intervalUs) {
    VMDebug.startMethodTracing(fixTracePath(tracePath), bufferSize, 0, true, intervalUs);
  }

  /** Begins to trace into an open file. */
  public static void startMethodTracing(
      String traceName, FileDescriptor fd, int bufferSize, int flags, boolean streamOutput) {
    VMDebug.startMethodTracing(traceName, fd, bufferSize, flags, false, 0, streamOutput);
  }

  /** Begins to trace for the DDM server, which gets the trace at its end. */
  public static void startMethodTracingDdms(
      int bufferSize, int flags, boolean samplingEnabled, int intervalUs) {
    VMDebug.startMethodTracingDdms(bufferSize, flags, samplingEnabled, intervalUs);
  }

  private static String fixTracePath(String tracePath) {
    String path = tracePath == null ? DEFAULT_TRACE_BODY : tracePath;
    if (!path.startsWith("/")) {
      path = new File(Environment.getExternalStorageDirectory(), path).getAbsolutePath();
    }
    return path.endsWith(DEFAULT_TRACE_EXTENSION) ? path : path + DEFAULT_TRACE_EXTENSION;
  }

  /** 0 when nothing is traced, 1 when every call is, 2 for samples. */
  public static int getMethodTracingMode() {
    return VMDebug.getMethodTracingMode();
  }

  public static void stopMethodTracing() {
    VMDebug.stopMethodTracing();
  }

  public static void startNativeTracing() {}

  public static void stopNativeTracing() {}

  public static void enableEmulatorTraceOutput() {}

  public static long threadCpuTimeNanos() {
    return VMDebug.threadCpuTimeNanos();
  }

  public static String[] getVmFeatureList() {
    return VMDebug.getVmFeatureList();
  }

  public static void startAllocCounting() {
    VMDebug.startAllocCounting();
  }

  public static void stopAllocCounting() {
    VMDebug.stopAllocCounting();
  }

  public static int getGlobalAllocCount() {
    return VMDebug.getAllocCount(VMDebug.KIND_GLOBAL_ALLOCATED_OBJECTS);
  }

  public static void resetGlobalAllocCount() {
    VMDebug.resetAllocCount(VMDebug.KIND_GLOBAL_ALLOCATED_OBJECTS);
  }

  public static int getGlobalAllocSize() {
    return VMDebug.getAllocCount(VMDebug.KIND_GLOBAL_ALLOCATED_BYTES);
  }

  public static void resetGlobalAllocSize() {
    VMDebug.resetAllocCount(VMDebug.KIND_GLOBAL_ALLOCATED_BYTES);
  }

  public static int getGlobalFreedCount() {
    return VMDebug.getAllocCount(VMDebug.KIND_GLOBAL_FREED_OBJECTS);
  }

  public static void resetGlobalFreedCount() {
    VMDebug.resetAllocCount(VMDebug.KIND_GLOBAL_FREED_OBJECTS);
  }

  public static int getGlobalFreedSize() {
    return VMDebug.getAllocCount(VMDebug.KIND_GLOBAL_FREED_BYTES);
  }

  public static void resetGlobalFreedSize() {
    VMDebug.resetAllocCount(VMDebug.KIND_GLOBAL_FREED_BYTES);
  }

  public static int getGlobalGcInvocationCount() {
    return VMDebug.getAllocCount(VMDebug.KIND_GLOBAL_GC_INVOCATIONS);
  }

  public static void resetGlobalGcInvocationCount() {
    VMDebug.resetAllocCount(VMDebug.KIND_GLOBAL_GC_INVOCATIONS);
  }

  public static int getGlobalClassInitCount() {
    return VMDebug.getAllocCount(VMDebug.KIND_GLOBAL_CLASS_INIT_COUNT);
  }

  public static void resetGlobalClassInitCount() {
    VMDebug.resetAllocCount(VMDebug.KIND_GLOBAL_CLASS_INIT_COUNT);
  }

  public static int getGlobalClassInitTime() {
    return VMDebug.getAllocCount(VMDebug.KIND_GLOBAL_CLASS_INIT_TIME);
  }

  public static void resetGlobalClassInitTime() {
    VMDebug.resetAllocCount(VMDebug.KIND_GLOBAL_CLASS_INIT_TIME);
  }

  public static int getThreadAllocCount() {
    return VMDebug.getAllocCount(VMDebug.KIND_THREAD_ALLOCATED_OBJECTS);
  }

  public static void resetThreadAllocCount() {
    VMDebug.resetAllocCount(VMDebug.KIND_THREAD_ALLOCATED_OBJECTS);
  }

  public static int getThreadAllocSize() {
    return VMDebug.getAllocCount(VMDebug.KIND_THREAD_ALLOCATED_BYTES);
  }

  public static void resetThreadAllocSize() {
    VMDebug.resetAllocCount(VMDebug.KIND_THREAD_ALLOCATED_BYTES);
  }

  public static int getThreadGcInvocationCount() {
    return VMDebug.getAllocCount(VMDebug.KIND_THREAD_GC_INVOCATIONS);
  }

  public static void resetThreadGcInvocationCount() {
    VMDebug.resetAllocCount(VMDebug.KIND_THREAD_GC_INVOCATIONS);
  }

  public static void resetAllCounts() {
    VMDebug.resetAllocCount(VMDebug.KIND_ALL_COUNTS);
  }

  // "External" allocations ended with Android 3.0: these have been 0 ever since.

  public static int getGlobalExternalAllocCount() {
    return 0;
  }

  public static void resetGlobalExternalAllocCount() {}

  public static int getGlobalExternalAllocSize() {
    return 0;
  }

  public static void resetGlobalExternalAllocSize() {}

  public static int getGlobalExternalFreedCount() {
    return 0;
  }

  public static void resetGlobalExternalFreedCount() {}

  public static int getGlobalExternalFreedSize() {
    return 0;
  }

  public static void resetGlobalExternalFreedSize() {}

  public static int getThreadExternalAllocCount() {
    return 0;
  }

  public static void resetThreadExternalAllocCount() {}

  public static int getThreadExternalAllocSize() {
    return 0;
  }

  public static void resetThreadExternalAllocSize() {}

  public static int setAllocationLimit(int limit) {
    return -1;
  }

  public static int setGlobalAllocationLimit(int limit) {
    return -1;
  }

  public static String getRuntimeStat(String statName) {
    return VMDebug.getRuntimeStat(statName);
  }

  public static Map<String, String> getRuntimeStats() {
    return VMDebug.getRuntimeStats();
  }

  /** Bytes that the VM has reserved outside the Java heap. */
  public static long getNativeHeapSize() {
    return ProcessMemory.committedBesideHeap();
  }

  /** Bytes of these that are in use. */
  public static long getNativeHeapAllocatedSize() {
    return ProcessMemory.usedBesideHeap();
  }

  public static long getNativeHeapFreeSize() {
    return getNativeHeapSize() - getNativeHeapAllocatedSize();
  }

  /** This process's share of memory, in kilobytes. */
  public static long getPss() {
    return ProcessMemory.now().pss();
  }

  /** Fills in this process's memory, in kilobytes: the Java heap as Dalvik's, the rest as other. */
  public static void getMemoryInfo(MemoryInfo memoryInfo) {
    memoryInfo.fill(ProcessMemory.now());
  }

  public static void printLoadedClasses(int flags) {
    android.util.Log.i("art", getLoadedClassCount() + " classes are loaded");
  }

  public static int getLoadedClassCount() {
    return VMDebug.getLoadedClassCount();
  }

  public static void dumpHprofData(String fileName) throws IOException {
    VMDebug.dumpHprofData(fileName);
  }

  public static void dumpHprofData(String fileName, FileDescriptor fd) throws IOException {
    VMDebug.dumpHprofData(fileName, fd);
  }

  /** Sends an hprof dump to the DDM server. */
  public static void dumpHprofDataDdms() {
    VMDebug.dumpHprofDataDdms();
  }

  /** How many objects of just this class there are. */
  public static long countInstancesOfClass(Class<?> cls) {
    return VMDebug.countInstancesOfClass(cls, true);
  }

  // No other process is called by binder.

  public static int getBinderSentTransactions() {
    return 0;
  }

  public static int getBinderReceivedTransactions() {
    return 0;
  }

  public static int getBinderLocalObjectCount() {
    return 0;
  }

  public static int getBinderProxyObjectCount() {
    return 0;
  }

  public static int getBinderDeathObjectCount() {
    return 0;
  }

  public static boolean dumpService(String name, FileDescriptor fd, String[] args) {
    android.util.Log.e("Debug", "Can't find service to dump: " + name);
    return false;
  }

  /** The callers of the method that asks, in one line. */
  public static String getCallers(int depth) {
    return callers(depth, 0, " ", "");
  }

  public static String getCallers(int start, int depth) {
    return callers(depth, start, " ", "");
  }

  public static String getCallers(int depth, String linePrefix) {
    return callers(depth, 0, "\n", linePrefix);
  }

  public static String getCaller() {
    return callers(1, 0, "", "");
  }

  private static String callers(int depth, int start, String behind, String prefix) {
    // Thread.getStackTrace, callers, getCallers, and the method that asks.
    int hidden = 4;
    StackTraceElement[] stack = Thread.currentThread().getStackTrace();
    var text = new StringBuilder();
    for (int i = hidden + start; i < hidden + start + depth; i++) {
      String caller =
          i >= stack.length
              ? "<bottom of call stack>"
              : stack[i].getClassName()
                  + "."
                  + stack[i].getMethodName()
                  + ":"
                  + stack[i].getLineNumber();
      text.append(prefix).append(caller).append(behind);
    }
    return text.toString();
  }

  /** Not there any more, on Android neither. */
  public static class InstructionCount {
    public boolean resetAndStart() {
      return false;
    }

    public boolean collect() {
      return false;
    }

    public int globalTotal() {
      return 0;
    }

    public int globalMethodInvocations() {
      return 0;
    }
  }

  /** This process's memory, in kilobytes. */
  public static class MemoryInfo {
    public int dalvikPss;
    public int dalvikPrivateDirty;
    public int dalvikSharedDirty;
    public int nativePss;
    public int nativePrivateDirty;
    public int nativeSharedDirty;
    public int otherPss;
    public int otherPrivateDirty;
    public int otherSharedDirty;

    private int privateClean;
    private int sharedClean;

    private void fill(ProcessMemory memory) {
      int heap = (int) Math.min(memory.pss(), Runtime.getRuntime().totalMemory() >> 10);
      dalvikPss = heap;
      dalvikPrivateDirty = Math.min(heap, (int) memory.privateDirty());
      otherPss = (int) memory.pss() - heap;
      otherPrivateDirty = (int) memory.privateDirty() - dalvikPrivateDirty;
      otherSharedDirty = (int) memory.sharedDirty();
      privateClean = (int) memory.privateClean();
      sharedClean = (int) memory.sharedClean();
    }

    public int getTotalPss() {
      return dalvikPss + nativePss + otherPss;
    }

    public int getTotalSwappablePss() {
      return 0;
    }

    public int getTotalPrivateDirty() {
      return dalvikPrivateDirty + nativePrivateDirty + otherPrivateDirty;
    }

    public int getTotalSharedDirty() {
      return dalvikSharedDirty + nativeSharedDirty + otherSharedDirty;
    }

    public int getTotalPrivateClean() {
      return privateClean;
    }

    public int getTotalSharedClean() {
      return sharedClean;
    }

    /** One of {@link #getMemoryStats}, or null. */
    public String getMemoryStat(String statName) {
      return getMemoryStats().get(statName);
    }

    /** Returns the memory by parts: the heap, all else, and their sum. */
    public Map<String, String> getMemoryStats() {
      return Map.of(
          "summary.java-heap", Integer.toString(dalvikPss),
          "summary.private-other", Integer.toString(otherPss),
          "summary.total-pss", Integer.toString(getTotalPss()));
    }
  }
}
