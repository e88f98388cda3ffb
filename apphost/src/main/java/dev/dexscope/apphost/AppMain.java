package dev.dexscope.apphost;

import dev.dexscope.agents.AgentException;
import dev.dexscope.agents.AppAgents;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.base.process.Tether;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.guest.DeviceLine;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.recording.ScenarioRecording;
import dev.dexscope.observe.trace.MethodTracing;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Framework;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import libcore.util.ProgramEvents;
import org.jspecify.annotations.Nullable;
import org.robolectric.internal.AndroidSandbox;

/** The entry point of an app's process; its argument is the folder of an {@link AppRequest}. */
public final class AppMain {
  /** Exit code of a failure before the app has begun, which is not the app's. */
  private static final int FAULT = 4;

  private AppMain() {}

  /**
   * Ends the process with 0 when the app has started and all steps were done, 1 when it crashed.
   */
  public static void main(String[] args) throws Exception {
    DeviceLine device = DeviceLine.ofEnvironment();
    if (device == null) {
      // A device's line does the same.
      Tether.hold();
    }
    int exitCode;
    try {
      exitCode = run(AppRequest.read(Path.of(args[0])), device);
    } catch (AgentException e) {
      System.err.println("dexscope: " + e.getMessage());
      exitCode = FAULT;
    } catch (Throwable e) {
      // Threads that have begun would else keep the process.
      e.printStackTrace();
      exitCode = FAULT;
    }
    System.out.flush();
    System.err.flush();
    if (device != null) {
      device.flush();
    }
    // Programs that the app has started end with it, as on a device.
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    // Threads of the framework and the app would go on, and shutdown hooks clean what is kept.
    Runtime.getRuntime().halt(exitCode);
  }

  private static int run(AppRequest request, @Nullable DeviceLine device) throws Exception {
    Path cache = Path.of(System.getProperty("robolectric.dependency.dir"));
    PartsAhead.begin(cache.resolve("natives-" + request.level()));
    var events = new EventLog(request.events());
    var hasExited = new AtomicBoolean();
    Runnable exits =
        () -> {
          if (!hasExited.getAndSet(true)) {
            exits(events);
          }
        };
    // Only when the app exits: this process is halted.
    Runtime.getRuntime().addShutdownHook(new Thread(exits));
    StartRequest asked = device == null ? null : device.awaitStart();
    Orders orders = Orders.connect();
    OfflineSocket.installBesideChannels();
    PhoneNames.find();
    AndroidKeys.install(request.keys());
    TrustedAuthorities.install();
    long begin = System.nanoTime() - ManagementFactory.getRuntimeMXBean().getUptime() * 1_000_000L;
    events.since(Kind.PHASE, "Java VM", begin);
    long start = System.nanoTime();
    AndroidSandbox sandbox = sandbox(request.level(), Vm.newThreadGroup(), false);
    events.since(Kind.PHASE, "sandbox", start);
    var loader = (AppSandboxLoader) sandbox.getRobolectricClassLoader();
    var ahead = new ClassesAhead(cache.resolve("classes-" + request.level() + ".txt"), loader);
    ahead.begin();
    start = System.nanoTime();
    AppManifest manifest = AppManifest.of(request.packages().getFirst());
    var observation = new Observation();
    Vm vm = start(loader, request.level(), sandbox.getSdk().getJarPath(), observation);
    Vm.viewFrames(AppFrames::seen);
    // Samples of running threads end with HotSpot's own hooks.
    Vm.onExit(exits);
    AppAgents agents = AppAgents.load(request.agents());
    ClassLoader app = load(vm, request, AppNatives.open(request, events), loader);
    events.since(Kind.PHASE, "app's code", start);
    if (device != null && asked != null) {
      observation.answerQuitSignal();
      orders = Orders.of(device, asked);
      device.awaitDebugger();
    }
    Class<?> session = loader.loadClass(RobolectricSandbox.DEVICE + "Session");
    @SuppressWarnings("unchecked")
    var run =
        (Callable<Integer>)
            session
                .getConstructor(
                    AndroidSandbox.class,
                    AppManifest.class,
                    AppRequest.class,
                    EventLog.class,
                    Orders.class,
                    DeviceLine.class)
                .newInstance(sandbox, manifest, request, events, orders, device);
    int exitCode;
    try (agents) {
      exitCode =
          sandbox.runOnMainThread(() -> {
            agents.begin(app);
            return run.call();
          });
    }
    vm.saveTranslations();
    ahead.save();
    events.figure(AppRun.EXIT_CODE, exitCode);
    return exitCode;
  }

  private static void exits(EventLog events) {
    events.now(Kind.ENDED, AppRun.EXITED);
    ProgramEvents.ends();
    try {
      ScenarioRecording.end();
      MethodTracing.stop();
    } catch (IOException e) {
      System.err.println("dexscope: the app's trace cannot be written: " + e.getMessage());
    }
  }

  /**
   * Makes the sandbox.
   *
   * @param group of its main thread
   * @param isDaemon whether the process may end while that runs
   */
  static AndroidSandbox sandbox(int level, ThreadGroup group, boolean isDaemon)
      throws InterruptedException, ExecutionException {
    var made =
        new FutureTask<>(() -> {
          AndroidSandbox sandbox = RobolectricSandbox.make(level);
          sandbox.runOnMainThread(() -> Thread.currentThread().setName("main"));
          return sandbox;
        });
    var maker = new Thread(group, made, "dexscope sandbox");
    // As the main thread then is.
    maker.setDaemon(isDaemon);
    maker.start();
    return made.get();
  }

  private static Vm start(AppSandboxLoader loader, int level, Path jar, Observation observation) {
    FrameworkJar framework = loader.framework();
    return Vm.start(
        Engine.TRANSLATED,
        Path.of(System.getProperty("dexscope.cache")),
        new Framework(loader, framework::shows, level, jar.getFileName() + ""),
        observation);
  }

  private static ClassLoader load(
      Vm vm, AppRequest request, String libraries, AppSandboxLoader loader) throws IOException {
    List<Path> packages = withCode(request.packages());
    if (!request.tests().isEmpty()) {
      // As on a device: classes that both have are the tests'.
      packages.addFirst(Path.of(request.tests()));
    }
    ClassLoader app = vm.load(packages, libraries);
    AppClasses.set(app, loader.framework());
    return app;
  }

  /** Splits often have resources only. */
  private static List<Path> withCode(List<Path> packages) throws IOException {
    List<Path> all = new ArrayList<>(packages.subList(0, 1));
    for (Path each : packages.subList(1, packages.size())) {
      try (ZipArchive archive = ZipArchive.open(each)) {
        if (archive.find("classes.dex").isPresent()) {
          all.add(each);
        }
      }
    }
    return all;
  }
}
