package dev.dexscope.apphost.device.system;

import android.os.Debug;
import dev.dexscope.libcore.Counters;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.MethodTracer.Mode;
import dev.dexscope.libcore.MethodTracer.Options;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowDebug;

/**
 * Implements {@code Debug} by the VM: {@code startMethodTracing} of the app writes a real trace.
 */
@Implements(Debug.class)
public class TraceOrders extends ShadowDebug {
  /** The default of a device for the buffer's size. */
  private static final int DEFAULT_BUFFER = 8 << 20;

  /** Of {@code Debug}. */
  @Implementation
  protected static void startMethodTracing() {
    start(null, 0, Duration.ZERO);
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static void startMethodTracing(String tracePath) {
    start(tracePath, 0, Duration.ZERO);
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static void startMethodTracing(String tracePath, int bufferSize) {
    start(tracePath, bufferSize, Duration.ZERO);
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static void startMethodTracing(String tracePath, int bufferSize, int flags) {
    start(tracePath, bufferSize, Duration.ZERO);
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static void startMethodTracingSampling(
      String tracePath, int bufferSize, int intervalUs) {
    start(tracePath, bufferSize, Duration.of(intervalUs, ChronoUnit.MICROS));
  }

  private static void start(@Nullable String path, int bufferSize, Duration interval) {
    if (CurrentVm.get().tracer().mode() != Mode.OFF) {
      return;
    }
    long size = bufferSize > 0 ? bufferSize : DEFAULT_BUFFER;
    try {
      CurrentVm.get()
          .tracer()
          .start(
              new Options(true, true, size, false, interval, false), Path.of(fixTracePath(path)));
    } catch (IOException e) {
      throw new IllegalStateException("Unable to open trace file '" + path + "'", e);
    }
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static void stopMethodTracing() {
    try {
      CurrentVm.get().tracer().stop();
    } catch (IOException e) {
      throw new IllegalStateException("the trace cannot be written", e);
    }
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static int getMethodTracingMode() {
    return switch (CurrentVm.get().tracer().mode()) {
      case OFF -> 0;
      case TRACING -> 1;
      case SAMPLING -> 2;
    };
  }

  /** Of {@code Debug}: the profiler of injected apps calls it; Robolectric has no such clock. */
  @Implementation
  protected static long threadCpuTimeNanos() {
    return Counters.threadCpuNanos();
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static void dumpHprofData(String fileName) throws IOException {
    CurrentVm.get().heap().dump(Path.of(fileName));
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static void dumpHprofData(String fileName, FileDescriptor fd) throws IOException {
    CurrentVm.get().heap().dump(new FileOutputStream(fd));
  }

  /** Of {@code Debug}. */
  @Implementation
  protected static long getNativeHeapAllocatedSize() {
    return NativeMemory.registered();
  }
}
