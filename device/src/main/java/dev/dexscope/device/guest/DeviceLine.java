package dev.dexscope.device.guest;

import dalvik.system.VMDebug;
import dev.dexscope.device.control.ControlMessage;
import dev.dexscope.device.control.DroppedPeers;
import dev.dexscope.device.control.LocalSockets;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.ProcessIdentity;
import dev.dexscope.observe.logcat.Logcat;
import dev.dexscope.wire.Link;
import java.io.File;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.harmony.dalvik.ddmc.DdmServer;
import org.jspecify.annotations.Nullable;

/**
 * A process's line to the device that has started it. The process ends with the device.
 *
 * <pre>{@code
 * DeviceLine device = DeviceLine.ofEnvironment();
 * if (device != null) {
 *   StartRequest request = device.awaitStart();
 *   Vm.start(...);
 *   device.begin(request, guest);
 * }
 * }</pre>
 */
public final class DeviceLine {
  private static final String VARIABLE = "DEXSCOPE_DEVICE";
  private static final int NO_DEVICE = 1;
  private static final int SECONDS_FOR_SCRIPT = 120;

  private final Link device;
  private final DeviceOutbox outbox;
  private final Path monitors;
  private final Map<Long, CompletableFuture<byte[]>> scripts = new ConcurrentHashMap<>();
  private final AtomicLong lastScript = new AtomicLong();
  private @Nullable DebuggerEnd debuggers;

  /** What a program does for the device's clients. */
  public interface Guest {
    /**
     * Does a step, and answers.
     *
     * @param step as {@code dexscope run --do} takes it
     */
    void perform(String step);

    /** Its windows come to the screen, or leave it for those of another app. */
    void show(boolean isShown);
  }

  private DeviceLine(Link device, Path monitors) {
    this.device = device;
    this.monitors = monitors;
    outbox = DeviceOutbox.over(device);
  }

  /**
   * Says to the device that this process is there.
   *
   * @param control the device's socket
   * @param monitors the name under which monitors are to be awaited
   */
  static DeviceLine connect(Path control, Path monitors) throws IOException {
    DeviceLine line = new DeviceLine(LocalSockets.connectSteadily(control), monitors);
    line.outbox.tell(new ControlMessage.Ready(ProcessHandle.current().pid()));
    return line;
  }

  /**
   * Returns the variable by which a process finds its device, as {@code NAME=VALUE} of its
   * environment.
   */
  public static Map.Entry<String, String> variable(Path control, Path monitors) {
    return Map.entry(VARIABLE, control + File.pathSeparator + monitors);
  }

  /**
   * Returns the line named by the environment; null if this process was not started by a device.
   */
  public static @Nullable DeviceLine ofEnvironment() throws IOException {
    String variable = System.getenv(VARIABLE);
    if (variable == null) {
      return null;
    }
    String[] names = variable.split(File.pathSeparator, -1);
    return connect(Path.of(names[0]), Path.of(names[1]));
  }

  /** Waits for what this process is to run; null where the device ends without it. */
  public @Nullable StartRequest awaitStart() throws IOException {
    ControlMessage first = ControlMessage.read(device);
    if (!(first instanceof ControlMessage.Start start)) {
      return null;
    }
    new ProcessIdentity(start.request().name(), start.request().uid()).take();
    return start.request();
  }

  /** The VM is there: it is seen from outside from now on, its log is the device's. */
  public void begin(StartRequest request, Guest guest) throws IOException {
    Thread.ofPlatform().daemon().name("dexscope control").start(() -> serve(guest));
    Logcat.log().tell(outbox);
    DdmServer.registrationComplete();
    if (!request.packageName().isEmpty()) {
      // Linux has the Java VM's name for it; the injected run time uses the app's.
      System.setProperty("dexscope.process", request.packageName());
    }
    if (request.isDebuggable()) {
      ServerSocketChannel server = LocalSockets.listen(monitors);
      AppIdentity identity =
          new AppIdentity(request, name -> outbox.tell(new ControlMessage.Named(name)));
      DebuggerEnd end = new DebuggerEnd(request.waits());
      debuggers = end;
      var dropped = new DroppedPeers("jdwp", "connection", outbox::add);
      new MonitorEndpoint(server, identity, end, dropped).start();
      outbox.tell(new ControlMessage.Listening());
    }
  }

  /** Waits for the first debugger, where one is to be waited for. */
  public void awaitDebugger() throws InterruptedException {
    DebuggerEnd end = debuggers;
    if (end != null && end.isAwaited()) {
      end.await();
    }
  }

  /**
   * Waits until the device has received all messages: called before the process is ended at once.
   */
  public void flush() {
    outbox.flush();
  }

  /** Reports the result of a step. */
  public void answer(String text) {
    outbox.tell(new ControlMessage.Answer(text));
  }

  /** Reports that the app's windows have moved by what it or its user has done. */
  public void moved(ControlMessage.Place place) {
    outbox.tell(new ControlMessage.Moved(place));
  }

  /**
   * Reports that the first frame of an activity is on the screen, or all of its content.
   *
   * @param activity {@code PACKAGE/.CLASS}
   * @param time since it was requested
   */
  public void displayed(String activity, boolean isFully, Duration time) {
    outbox.tell(new ControlMessage.Displayed(activity, isFully, time.toNanos()));
  }

  /** Passes on reports of instrumentation. */
  public void testStatus(boolean isEnd, int code, Map<String, String> values) {
    outbox.tell(new ControlMessage.TestStatus(isEnd, code, values));
  }

  /**
   * Runs a script in the device's shell; returns what it writes.
   *
   * @throws IOException if the device does not answer
   */
  public byte[] shell(String script) throws IOException {
    long number = lastScript.incrementAndGet();
    var output = new CompletableFuture<byte[]>();
    scripts.put(number, output);
    outbox.tell(new ControlMessage.Script(number, script));
    try {
      return output.get(SECONDS_FOR_SCRIPT, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the device does not answer", e);
    } finally {
      scripts.remove(number);
    }
  }

  private void take(ControlMessage.Output output) {
    CompletableFuture<byte[]> waiting = scripts.get(output.number());
    if (waiting != null) {
      waiting.complete(output.bytes());
    }
  }

  /** On a thread of its own: a heap may take long to be written. */
  private void observe(ControlMessage.Observe asked) {
    Thread.ofPlatform()
        .daemon()
        .name("dexscope observation")
        .start(() -> {
          String problem = "";
          try {
            switch (asked.what()) {
              case START_TRACE ->
                  VMDebug.startMethodTracing(
                      asked.file(), 0, 0, asked.micros() > 0, asked.micros());
              case STOP_TRACE -> VMDebug.stopMethodTracing();
              case DUMP_HEAP -> VMDebug.dumpHprofData(asked.file());
            }
          } catch (IOException | RuntimeException e) {
            problem = e.getMessage() + "";
          }
          outbox.tell(new ControlMessage.Observed(problem));
        });
  }

  private void serve(Guest guest) {
    try {
      ControlMessage message;
      while ((message = ControlMessage.read(device)) != null) {
        switch (message) {
          case ControlMessage.Collect _ -> System.gc();
          case ControlMessage.DumpThreads _ -> System.err.print(CurrentVm.get().threads().dump());
          case ControlMessage.Order order -> guest.perform(order.step());
          case ControlMessage.Shown shown -> guest.show(shown.isShown());
          case ControlMessage.Output output -> take(output);
          case ControlMessage.Observe observe -> observe(observe);
          default -> {
            // The rest goes the other way.
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      // Treated as its end.
    }
    Runtime.getRuntime().halt(NO_DEVICE);
  }
}
