package dev.dexscope.vm.trace;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import dev.dexscope.vm.instrument.HookTransform;
import dev.dexscope.vm.instrument.LoadedClasses;
import dev.dexscope.vm.instrument.MethodIds;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Method tracing of this VM: one trace at a time, from inside ({@code android.os.Debug}) or
 * outside.
 *
 * <pre>{@code
 * MethodTracing.start(TraceRequest.EVERYTHING, Path.of("app.trace"));
 * ...
 * MethodTracing.stop();
 * }</pre>
 */
public final class MethodTracing {
  /** What goes on. */
  public enum Mode {
    OFF,
    /** Every call is recorded. */
    TRACING,
    SAMPLING
  }

  private interface Output {
    TraceviewWriter open() throws IOException;
  }

  private static final MethodIds METHODS = new MethodIds();
  private static final HookTransform HOOKS = new HookTransform(METHODS);

  private static Predicate<@Nullable ClassLoader> guests = loader -> false;
  private static Function<StackTraceElement, @Nullable Method> frames = frame -> null;
  private static @Nullable Running running;

  /** Whether there may be guest classes without hooks. */
  private static volatile boolean anyDefined;

  private record Running(
      CallTrace trace,
      TraceviewWriter writer,
      TraceRequest request,
      @Nullable Sampler sampler,
      @Nullable LoadedClasses classes,
      Allocations before) {}

  private MethodTracing() {}

  /**
   * Tells which classes are to be traced.
   *
   * @param loaders whether a loader's classes are guests
   * @param methods the method of a guest's stack frame; null for a frame of another
   */
  public static synchronized void guests(
      Predicate<@Nullable ClassLoader> loaders,
      Function<StackTraceElement, @Nullable Method> methods) {
    guests = loaders;
    frames = methods;
  }

  /** Starts a trace into a file. */
  public static void start(TraceRequest request, Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(file.toString());
    }
    start(
        request,
        () ->
            request.streaming()
                ? TraceviewWriter.streaming(file, request.version(), request.clock())
                : TraceviewWriter.file(file, request.version(), request.clock()));
  }

  /** Starts a trace into a stream, which is left open at the end. */
  public static void start(TraceRequest request, OutputStream out) throws IOException {
    start(
        request,
        () ->
            request.streaming()
                ? TraceviewWriter.streaming(out, request.version(), request.clock())
                : TraceviewWriter.file(out, request.version(), request.clock()));
  }

  private static synchronized void start(TraceRequest request, Output output) throws IOException {
    if (running != null) {
      throw new IllegalStateException("a trace is under way");
    }
    Predicate<@Nullable ClassLoader> isGuest = guests;
    TraceviewWriter writer = output.open();
    writer.start(System.currentTimeMillis() * 1000);
    var trace = new CallTrace(request, writer, METHODS);
    Allocations before = Allocations.now();
    if (request.interval().isPositive()) {
      var sampler = new Sampler(trace, request.interval(), frame -> idOf(frames.apply(frame)));
      running = new Running(trace, writer, request, sampler, null, before);
      sampler.start();
      return;
    }
    var classes = new LoadedClasses(isGuest, HOOKS::apply);
    running = new Running(trace, writer, request, null, classes, before);
    Hooks.running(trace);
    if (anyDefined || LoadedClasses.isAgentLoaded()) {
      hookLoaded(classes, writer);
    }
  }

  private static void hookLoaded(LoadedClasses classes, TraceviewWriter writer) throws IOException {
    try {
      classes.hook();
    } catch (IOException e) {
      Hooks.running(null);
      running = null;
      writer.close();
      throw e;
    }
  }

  private static int idOf(@Nullable Method method) {
    return method == null
        ? 0
        : METHODS.of(
            method.className(), method.name(), method.signature(), method.file(), method.line());
  }

  /** Ends the trace; nothing happens where none is under way. */
  public static synchronized void stop() throws IOException {
    Running ending = running;
    if (ending == null) {
      return;
    }
    running = null;
    Hooks.running(null);
    if (ending.sampler != null) {
      ending.sampler.stop();
    }
    try (TraceviewWriter writer = ending.writer) {
      ending.trace.end();
      if (ending.request.countAllocations()) {
        ending.before.writeDifference(Allocations.now(), writer);
      }
    } finally {
      if (ending.classes != null) {
        ending.classes.unhook();
      }
    }
  }

  /** What goes on now. */
  public static synchronized Mode mode() {
    if (running == null) {
      return Mode.OFF;
    }
    return running.sampler == null ? Mode.TRACING : Mode.SAMPLING;
  }

  /**
   * A guest class as it is to be defined: with hooks while every call is recorded, unless the JVM
   * puts them in itself. Such a class keeps them, but when no trace runs they do next to nothing.
   */
  public static byte[] atDefinition(byte[] plain) {
    if (!Hooks.isTraceRunning() || LoadedClasses.isAgentLoaded()) {
      anyDefined = true;
      return plain;
    }
    byte[] hooked = HOOKS.apply(plain);
    return hooked == null ? plain : hooked;
  }

  private record Allocations(long bytes, long collections) {
    static Allocations now() {
      long collections = 0;
      for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
        collections += Math.max(0, collector.getCollectionCount());
      }
      var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      return new Allocations(threads.getTotalThreadAllocatedBytes(), collections);
    }

    void writeDifference(Allocations end, TraceviewWriter writer) {
      writer.key("alloc-size", Long.toString(end.bytes - bytes));
      writer.key("gc-count", Long.toString(end.collections - collections));
    }
  }
}
