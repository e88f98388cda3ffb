package dev.dexscope.apphost.device;

import android.app.Application;
import android.os.Build;
import dev.dexscope.apk.manifest.Instrumentation;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.AppManifest;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.Orders;
import dev.dexscope.apphost.device.activity.Activities;
import dev.dexscope.apphost.device.activity.Idle;
import dev.dexscope.apphost.device.activity.InstrumentationLog;
import dev.dexscope.apphost.device.activity.TestRun;
import dev.dexscope.apphost.device.frames.Watchdog;
import dev.dexscope.apphost.device.input.Automation;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.device.guest.DeviceLine;
import dev.dexscope.natives.elf.Machine;
import dev.dexscope.observe.recording.ScenarioRecording;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import libcore.util.ProgramEvents;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.shadows.ShadowAlarmManager;
import org.robolectric.shadows.ShadowBuild;
import org.robolectric.util.ReflectionHelpers;

/** One run of an app on the device, from its first class to its last step. */
public final class Session implements Callable<Integer> {
  /** Exit code of commands that could not write a requested file. */
  private static final int LOST_FILE = 4;

  private final AndroidSandbox sandbox;
  private final AppManifest manifest;
  private final AppRequest request;
  private final EventLog events;
  private final Orders orders;
  private final @Nullable DeviceLine device;
  private final Phone phone;
  private final Watchdog watchdog;

  /** Made by the host's side, which cannot name this class. */
  public Session(
      AndroidSandbox sandbox,
      AppManifest manifest,
      AppRequest request,
      EventLog events,
      Orders orders,
      @Nullable DeviceLine device) {
    this.sandbox = sandbox;
    this.manifest = manifest;
    this.request = request;
    this.events = events;
    this.orders = orders;
    this.device = device;
    this.phone = Phone.begin(manifest, request, events, this::keepTrace);
    this.watchdog = new Watchdog(manifest.packageName(), request.pace(), events, this::keepTrace);
  }

  /** Gives the exit code. */
  @Override
  public Integer call() {
    Thread.setDefaultUncaughtExceptionHandler((thread, crash) -> {
      crashed(thread, crash);
      keepTrace();
      if (device != null) {
        device.flush();
      }
      Runtime.getRuntime().halt(1);
    });
    int exitCode = outcome();
    watchdog.rests();
    try {
      endTrace();
      return exitCode;
    } catch (RequestedFile.LostFileException e) {
      System.err.println("dexscope: " + e.getMessage());
      return LOST_FILE;
    }
  }

  private void endTrace() {
    // A profiler in the app writes what it has.
    ProgramEvents.ends();
    RequestedFile.write("the app's recording", ScenarioRecording::end);
    // If no trace was requested, the app may have started its own.
    RequestedFile.write(
        request.trace().isEmpty() ? "the app's trace" : request.trace(), MethodTracing::stop);
  }

  /** Ends the trace before the process ends early, so that it contains what happened until then. */
  private void keepTrace() {
    watchdog.rests();
    try {
      endTrace();
    } catch (RequestedFile.LostFileException e) {
      System.err.println("dexscope: " + e.getMessage());
    }
  }

  private int outcome() {
    try {
      return run();
    } catch (RequestedFile.LostFileException e) {
      System.err.println("dexscope: " + e.getMessage());
      return LOST_FILE;
    } catch (AppException e) {
      System.err.println("dexscope: " + e.getMessage());
      return AppRun.WRONG_STEP;
    } catch (Throwable e) {
      crashed(Thread.currentThread(), e);
      return 1;
    }
  }

  /** As ART's runtime prints it. */
  private void crashed(Thread thread, Throwable crash) {
    Vm.spendHeap();
    System.err.println("E AndroidRuntime: FATAL EXCEPTION: " + thread.getName());
    System.err.println(
        "E AndroidRuntime: Process: "
            + manifest.packageName()
            + ", PID: "
            + ProcessHandle.current().pid());
    Throwable worded = Vm.worded(crash);
    Vm.printStackTrace(worded, System.err);
    events.now(Kind.CRASH, worded.toString());
  }

  private int run() throws IOException {
    String recording = System.getProperty(AppRequest.RECORDING);
    if (recording != null && device != null && ScenarioRecording.begin(Path.of(recording))) {
      // The steps come from the device's clients, one after the other.
      events.restart();
    }
    long begin = System.nanoTime();
    Environment.setUp(sandbox, manifest, request);
    // As on a device: services that the app looks up are its own, not those of the framework's
    // host.
    Thread.currentThread().setContextClassLoader(AppClasses.loader());
    if (phone.hasLibraries()) {
      ShadowBuild.setSupported64BitAbis(new String[] {Machine.X86_64.abi()});
      ShadowBuild.setSupportedAbis(new String[] {Machine.X86_64.abi()});
      ReflectionHelpers.setStaticField(Build.class, "CPU_ABI", Machine.X86_64.abi());
      ReflectionHelpers.setStaticField(Build.class, "CPU_ABI2", "");
    }
    ShadowAlarmManager.setAutoSchedule(true);
    // In a debugger, under a device's commands, and for tests the main thread may stand still.
    watchdog.begin(device == null && request.agents().isEmpty() && request.tests().isEmpty());
    watchdog.starts();
    PhoneParts.add(phone, manifest, request, events, watchdog, device)
        .begin(!request.tests().isEmpty());
    events.since(Kind.PHASE, "framework", begin);
    begin = System.nanoTime();
    Application application = RuntimeEnvironment.getApplication();
    events.since(Kind.PHASE, "application", begin);
    if (!request.tests().isEmpty()) {
      return test(Path.of(request.tests()));
    }
    begin = System.nanoTime();
    Activities activities = Phone.part(Activities.class);
    activities.configure();
    if (!request.start().equals(AppRequest.IN_BACKGROUND)) {
      activities.begin(StartIntent.of(application, request, request.start()));
    }
    Idle idle = PhoneParts.idle(events);
    var steps = new Steps(request, events, orders, idle);
    idle.untilQuiet();
    events.since(Kind.PHASE, "launch until quiet", begin);
    for (int i = 0; i < request.warmups(); i++) {
      boolean isLast = i == request.warmups() - 1;
      if (isLast && request.takesPictures()) {
        steps.takePicture(0);
      }
      steps.all(false, isLast && request.takesPictures());
      activities.relaunch();
      idle.untilQuiet();
    }
    if (recording != null && device == null) {
      recordAsItIs(Path.of(recording), steps, idle);
    }
    if (!request.trace().isEmpty()) {
      record();
      relaunch(idle);
    }
    steps.all(true, false);
    steps.obey();
    if (activities.top() == null) {
      System.err.println("dexscope: the app has ended all its activities");
    }
    figures();
    return 0;
  }

  /** Lets the main thread do what the tests' own thread wants of it. */
  private int test(Path file) throws IOException {
    String instrumentation;
    try (ZipArchive archive = ZipArchive.open(file)) {
      instrumentation =
          Manifest.of(archive).instrumentations().stream()
              .findFirst()
              .map(Instrumentation::className)
              .orElseThrow(() ->
                  new AppException(
                      "no instrumentation", file, "its manifest has to name a test runner"));
    }
    if (!request.trace().isEmpty()) {
      record();
    }
    var run = new TestRun(events, device, new InstrumentationLog(request.testLog()));
    phone.add(TestRun.class, run);
    phone.tests();
    Automation.begin(device);
    run.begin(file, instrumentation, request.testArguments());
    Idle idle = PhoneParts.idle(events);
    var steps = new Steps(request, events, orders, idle);
    steps.begin();
    while (!run.isFinished()) {
      steps.obeyNow();
      idle.frame();
    }
    figures();
    return run.conclude();
  }

  private void figures() {
    var runtime = Runtime.getRuntime();
    events.figure("heap bytes", runtime.totalMemory() - runtime.freeMemory());
  }

  private void relaunch(Idle idle) {
    try (var _ = events.phase(Kind.PHASE, "relaunch")) {
      Phone.part(Activities.class).relaunch();
      idle.untilQuiet();
    }
  }

  /** The steps without a trace, which makes short methods longer; samples show where they are. */
  private void recordAsItIs(Path file, Steps steps, Idle idle) throws IOException {
    if (!ScenarioRecording.begin(file)) {
      return;
    }
    events.restart();
    relaunch(idle);
    steps.all(true, false);
    ScenarioRecording.end();
    events.continueIn(AppRequest.tracedEvents(request.folder()));
  }

  /** Begins the trace; times of events count from its first record. */
  private void record() {
    Path trace = Path.of(request.trace());
    long interval = Long.getLong(AppRequest.PLATFORM_SAMPLES, 0);
    TraceRequest calls = TraceRequest.EVERYTHING;
    RequestedFile.write(
        trace,
        () ->
            MethodTracing.start(
                interval == 0 ? calls : calls.withPlatform(Duration.ofMillis(interval)), trace));
    events.restart();
  }
}
