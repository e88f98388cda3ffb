package dev.dexscope.observe;

import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.VmServices;
import dev.dexscope.observe.inspect.QuitSignal;
import dev.dexscope.observe.inspect.StackDump;
import dev.dexscope.observe.inspect.Threads;
import dev.dexscope.observe.natives.NativeServices;
import dev.dexscope.observe.trace.MethodEvents;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.VmObserver;
import dev.dexscope.vm.runtime.ThreadStarts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Observes one VM.
 *
 * <pre>{@code
 * var observation = new Observation();
 * Vm vm = Vm.start(Engine.TRANSLATED, observation);
 * observation.trace(TraceRequest.EVERYTHING, Path.of("hello.trace"));
 * vm.run(program, Map.of());
 * }</pre>
 */
public final class Observation implements VmObserver {
  /** Start-up is not delayed by what only a request for a thread dump needs. */
  private static final Duration UNTIL_SIGNALS = Duration.ofMillis(500);

  private @Nullable TraceAtStart traceAtStart;

  /** A trace that begins with the program. */
  private record TraceAtStart(TraceRequest request, Path file) {}

  @Override
  public VmServices services() {
    return new NativeServices();
  }

  @Override
  public void vmStarted() {
    Threads.guests(Vm::isGuest);
    ThreadStarts.tell(Threads::started);
    MethodTracing.begin(Vm::isGuest, Vm.code().frames()::method);
    MethodEvents.begin();
  }

  /**
   * Traces all calls of the program from its start to its end, however it ends. Without a program,
   * no trace is written.
   *
   * @param file the trace; it appears at the end
   */
  public void trace(TraceRequest request, Path file) {
    traceAtStart = new TraceAtStart(request, file);
  }

  /**
   * Adds an entry to the program's log, of code that does not call the VM's classes.
   *
   * @param priority as in {@code android.util.Log}
   */
  public void log(int priority, String tag, String text) {
    CurrentVm.get().log().add(priority, tag, text);
  }

  /** Makes SIGQUIT print the program's threads on standard error, in the form of ART's dumps. */
  public void answerQuitSignal() {
    QuitSignal.answer(UNTIL_SIGNALS, () -> StackDump.print(System.err));
  }

  @Override
  public void programBegins() throws IOException {
    if (traceAtStart != null) {
      MethodTracing.start(traceAtStart.request(), traceAtStart.file());
    }
  }

  @Override
  public void programEnded() throws IOException {
    if (traceAtStart != null) {
      MethodTracing.stop();
    }
  }
}
