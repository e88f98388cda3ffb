package dev.dexscope.observe.trace;

import dev.dexscope.libcore.MethodTracer.Mode;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import dev.dexscope.vm.instrument.HookTransform;
import dev.dexscope.vm.instrument.MethodIds;
import dev.dexscope.vm.runtime.Hooks;
import dev.dexscope.vm.runtime.VmContext;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private interface Output {
    TraceviewWriter open() throws IOException;
  }

  private final MethodIds methods = new MethodIds();
  private final CallHooks calls = new CallHooks(HookTransform.forTraces(methods));
  private final List<HeardCalls> listening = new ArrayList<>();
  private Predicate<@Nullable ClassLoader> guests = _ -> false;
  private Function<StackTraceElement, @Nullable Method> frames = _ -> null;
  private @Nullable Running running;

  private record Running(
      CallTrace trace,
      TraceviewWriter writer,
      TraceRequest request,
      @Nullable Sampler sampler,
      @Nullable PlatformSamples platform,
      Allocations before) {}

  private MethodTracing() {}

  private static MethodTracing ofVm() {
    return VmContext.current().part(MethodTracing.class, MethodTracing::new);
  }

  /**
   * The VM has started: its classes can have hooks from their definition on.
   *
   * @param loaders whether a loader's classes are guests
   * @param methods the method of a guest's stack frame; null for a frame of another
   */
  public static void begin(
      Predicate<@Nullable ClassLoader> loaders,
      Function<StackTraceElement, @Nullable Method> methods) {
    guests(loaders, methods);
    ofVm().calls.hookAtDefinition();
  }

  /**
   * Sets which classes are to be traced.
   *
   * @param loaders whether a loader's classes are guests
   * @param methods the method of a guest's stack frame; null for a frame of another
   */
  public static void guests(
      Predicate<@Nullable ClassLoader> loaders,
      Function<StackTraceElement, @Nullable Method> methods) {
    ofVm().setGuests(loaders, methods);
  }

  /**
   * A part of the program's run begins on the current thread: a trace shows it as a call of {@code
   * phase.NAME}, around all calls until {@link #endPhase}.
   *
   * @return what ends it
   */
  public static int beginPhase(String name) {
    int id = ofVm().methods.of("phase", name.replaceAll("[\\t\\n\\r]", " "), "", "", -1);
    Hooks.enter(id);
    return id;
  }

  /** The end of a part, if a trace runs. */
  public static void endPhase(int phase) {
    Hooks.exit(phase);
  }

  private synchronized void setGuests(
      Predicate<@Nullable ClassLoader> loaders,
      Function<StackTraceElement, @Nullable Method> found) {
    guests = loaders;
    frames = found;
  }

  /**
   * Starts a trace into a file.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void start(TraceRequest request, Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(file.toString());
    }
    ofVm()
        .begin(
            request,
            () ->
                request.streaming()
                    ? TraceviewWriter.streaming(file, request.version(), request.clock())
                    : TraceviewWriter.file(file, request.version(), request.clock()));
  }

  /**
   * Starts a trace into a stream, which is left open at the end.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void start(TraceRequest request, OutputStream out) throws IOException {
    ofVm()
        .begin(
            request,
            () ->
                request.streaming()
                    ? TraceviewWriter.streaming(out, request.version(), request.clock())
                    : TraceviewWriter.file(out, request.version(), request.clock()));
  }

  private synchronized void begin(TraceRequest request, Output output) throws IOException {
    if (running != null) {
      throw new IllegalStateException("a trace is under way");
    }
    TraceviewWriter writer = output.open();
    writer.start(System.currentTimeMillis() * 1000);
    PlatformSamples platform =
        request.platform().isPositive()
            ? PlatformSamples.begin(request.platform(), methods, frames)
            : null;
    CallTrace trace =
        platform == null
            ? new CallTrace(request, writer, methods)
            : CallTrace.withPlatform(request, writer, methods, platform);
    Allocations before = Allocations.now();
    if (request.interval().isPositive()) {
      var sampler = new Sampler(trace, request.interval(), frame -> idOf(frames.apply(frame)));
      running = new Running(trace, writer, request, sampler, null, before);
      sampler.start();
      return;
    }
    running = new Running(trace, writer, request, null, platform, before);
    try {
      calls.tell(trace, guests);
    } catch (IOException e) {
      running = null;
      if (platform != null) {
        platform.close();
      }
      writer.close();
      throw e;
    }
  }

  private int idOf(@Nullable Method method) {
    return method == null
        ? 0
        : methods.of(
            method.className(), method.name(), method.signature(), method.file(), method.line());
  }

  /**
   * Ends the trace, if one is running.
   *
   * @throws IOException if the trace, or a part of it, could not be written
   */
  public static void stop() throws IOException {
    ofVm().end();
  }

  private synchronized void end() throws IOException {
    Running ending = running;
    if (ending == null) {
      return;
    }
    long stopped = System.nanoTime();
    running = null;
    calls.forget(ending.trace);
    if (ending.sampler != null) {
      ending.sampler.stop(stopped);
    }
    if (ending.platform != null) {
      ending.platform.close();
    }
    try (TraceviewWriter writer = ending.writer) {
      ending.trace.end(stopped);
      if (ending.request.countAllocations()) {
        ending.before.writeDifference(Allocations.now(), writer);
      }
    }
  }

  /**
   * Adds a listener of the program's calls, in addition to or without a trace.
   *
   * <pre>{@code
   * MethodTracing.listen(listener);
   * ...
   * MethodTracing.forget(listener);
   * }</pre>
   *
   * @throws IOException if there are classes already, and the JVM does not load agents to hook them
   */
  public static void listen(CallListener listener) throws IOException {
    ofVm().add(listener);
  }

  private synchronized void add(CallListener listener) throws IOException {
    var heard = new HeardCalls(listener, methods);
    calls.tell(heard, guests);
    listening.add(heard);
  }

  /** Removes a listener. */
  public static void forget(CallListener listener) {
    ofVm().remove(listener);
  }

  private synchronized void remove(CallListener listener) {
    for (HeardCalls each : List.copyOf(listening)) {
      if (each.listener().equals(listener)) {
        listening.remove(each);
        calls.forget(each);
      }
    }
  }

  /** Returns the current mode. */
  public static Mode mode() {
    return ofVm().modeNow();
  }

  private synchronized Mode modeNow() {
    if (running == null) {
      return Mode.OFF;
    }
    return running.sampler == null ? Mode.TRACING : Mode.SAMPLING;
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
