package dev.dexscope.device.process;

import dev.dexscope.agents.DebugAgent;
import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.AppProcess;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.net.OpenSockets;
import dev.dexscope.device.control.ControlMessage;
import dev.dexscope.device.control.LocalSockets;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.guest.DeviceLine;
import dev.dexscope.libcore.AbstractSockets;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Visitors;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All processes of the device. One process in addition to the running ones waits for a request, as
 * Android's zygote does, so that a program starts without delay.
 */
public final class Processes implements Closeable {
  private static final String MAIN = "dev.dexscope.device.guest.VmMain";

  /** As a device's large heaps have it; monitors have 32 bits for it. */
  private static final String HEAP = "-Xmx512m";

  private static final Duration GREETING = Duration.ofSeconds(10);
  private static final int SECONDS_TO_END = 3;

  private final DeviceFiles files;
  private final Path settings;
  private final LogBuffer log;
  private final DeviceAddress address;
  private final TemporaryFolder folder;
  private final Path sockets;
  private final Path abstractSockets;
  private volatile Recordings recordings = Recordings.NONE;
  private final ServerSocketChannel server;

  /** The options of Java VMs that permit debuggers to attach. */
  private final List<String> debugging;

  /** By their numbers; the one that waits is among them. */
  private final Map<Long, VmProcess> running = new TreeMap<>();

  private @Nullable VmProcess spare;

  private final Tasks<VmProcess> tasks = new Tasks<>();

  /** The apps that have been started to be shown, not for tests. */
  private final Set<VmProcess> shown = new HashSet<>();

  private Runnable restarted = () -> {};

  /** Runs the scripts of instrumentation. */
  private volatile Function<String, byte[]> scripts = _ -> new byte[0];

  private int lastSocket;
  private boolean isClosed;

  /**
   * @param settings the file of the device's settings, which apps find
   */
  public Processes(DeviceFiles files, Path settings, LogBuffer log, DeviceAddress address)
      throws IOException {
    this.files = files;
    this.settings = settings;
    this.log = log;
    this.address = address;
    // Where names are short: those of sockets have 107 bytes at most.
    folder = TemporaryFolder.make();
    sockets = folder.path();
    abstractSockets = Files.createDirectory(sockets.resolve("abstract"));
    debugging = DebugAgent.options(sockets.resolve("agents.so"));
    server = LocalSockets.listen(control());
    Thread.ofVirtual().name("device control").start(this::acceptAll);
  }

  /** Starts the waiting process, before it is needed. */
  public synchronized void warmUp() throws IOException {
    if (spare == null || !spare.isAlive()) {
      spare = launch();
    }
  }

  /** A process for a program. */
  private VmProcess launch() throws IOException {
    Path monitors = nextSocket();
    List<String> options = new ArrayList<>(List.of(HEAP));
    options.addAll(debugging);
    return launch(
        new ProcessBuilder(
            JavaCommand.of(options, MAIN, List.of(control().toString(), monitors.toString()))),
        monitors);
  }

  private Path control() {
    return sockets.resolve("control");
  }

  /** A process for an app. */
  private VmProcess launch(AppRequest app) throws IOException {
    Path monitors = nextSocket();
    List<String> options = new ArrayList<>(debugging);
    options.addAll(recordings.options(app.folder()));
    ProcessBuilder builder = AppProcess.prepare(AppFramework.ofUser(), app, options);
    Map.Entry<String, String> variable = DeviceLine.variable(control(), monitors);
    builder.environment().put(variable.getKey(), variable.getValue());
    return launch(builder, monitors);
  }

  private Path nextSocket() {
    return sockets.resolve(++lastSocket + "");
  }

  private VmProcess launch(ProcessBuilder builder, Path monitors) throws IOException {
    if (isClosed) {
      throw new IOException("the device is shut down");
    }
    builder.directory(files.root().toFile());
    Map<String, String> environment = builder.environment();
    environment.put(AbstractSockets.VARIABLE, abstractSockets.toString());
    environment.putAll(address.environment());
    environment.put(PhoneSettings.VARIABLE, settings.toString());
    environment.put("EXTERNAL_STORAGE", files.host("/sdcard").toString());
    environment.put("ANDROID_DATA", files.host("/data").toString());
    environment.put("ANDROID_ROOT", files.host("/system").toString());
    VmProcess started = new VmProcess(builder.start(), log, monitors);
    running.put(started.pid(), started);
    var _ = started.onExit().thenRun(() -> ended(started));
    return started;
  }

  private synchronized void ended(VmProcess gone) {
    running.remove(gone.pid());
    tasks.leave(gone);
    if (gone.equals(spare)) {
      spare = null;
    }
    changed();
  }

  private synchronized void changed() {
    notifyAll();
  }

  private void acceptAll() {
    try {
      Visitors.takeAll(
          server::isOpen,
          server::accept,
          each -> VmProcess.PIPES.newThread(() -> accept(each)).start());
    } catch (InterruptedException e) {
      // Nobody interrupts it.
    }
  }

  private void accept(SocketChannel channel) {
    try (Link link = LocalSockets.steadyLink(channel, "a process")) {
      ControlMessage first = link.within(GREETING, "greeting", () -> greeting(link));
      VmProcess process = null;
      if (first instanceof ControlMessage.Ready ready) {
        synchronized (this) {
          process = running.get(ready.pid());
        }
      }
      if (process != null) {
        VmProcess known = process;
        process.serve(link, this::changed, place -> moved(known, place), scripts);
      }
    } catch (IOException | RuntimeException e) {
      // Not one of our processes.
    }
  }

  private void moved(VmProcess app, ControlMessage.Place place) {
    switch (place) {
      case FRONT -> tasks.show(app);
      case BACK -> tasks.leave(app);
      case HOME -> tasks.home(app);
    }
  }

  private static ControlMessage greeting(Link link) throws IOException {
    ControlMessage first = ControlMessage.read(link);
    if (first == null) {
      throw new IOException("it printed nothing");
    }
    return first;
  }

  /** Starts a process; the caller reads its output. */
  public VmProcess start(StartRequest request) throws IOException {
    VmProcess taken;
    synchronized (this) {
      warmUp();
      taken = spare == null ? launch() : spare;
      spare = null;
    }
    try {
      taken.begin(request);
    } catch (IOException e) {
      taken.kill();
      throw e;
    }
    changed();
    Thread.ofVirtual().start(this::warmUpAgain);
    return taken;
  }

  /**
   * Starts an app in a process of its own. Instrumentation takes the screen only when it starts an
   * activity, because it may be for another app.
   */
  public VmProcess start(StartRequest request, AppRequest app) throws IOException {
    VmProcess started;
    synchronized (this) {
      started = launch(app);
      if (app.tests().isEmpty()) {
        shown.add(started);
      }
    }
    try {
      started.begin(request);
    } catch (IOException e) {
      started.kill();
      throw e;
    }
    if (app.tests().isEmpty() && !app.start().equals(AppRequest.IN_BACKGROUND)) {
      tasks.show(started);
    }
    changed();
    return started;
  }

  private void warmUpAgain() {
    try {
      warmUp();
    } catch (IOException e) {
      // Then the next start takes longer, or reports the fault.
    }
  }

  /** Those that run something, by their numbers. */
  public synchronized List<VmProcess> all() {
    List<VmProcess> all = new ArrayList<>();
    for (VmProcess each : running.values()) {
      if (each.request() != null && each.isAlive()) {
        all.add(each);
      }
    }
    return all;
  }

  /** The one with a number. */
  public synchronized Optional<VmProcess> find(long pid) {
    return all().stream().filter(each -> each.pid() == pid).findFirst();
  }

  /**
   * Returns whether a connection of this machine to itself comes from one of them.
   *
   * @param port its end
   * @param other the end to which it is connected
   */
  public boolean hasOpened(int port, int other) {
    return OpenSockets.isOf(all().stream().map(VmProcess::pid).toList(), port, other);
  }

  /** Where ports of its programs are. */
  public DeviceAddress address() {
    return address;
  }

  /** The socket that a program of the device listens at by an abstract name. */
  public Optional<Path> abstractSocket(String name) {
    return Optional.of(AbstractSockets.file(abstractSockets, name)).filter(Files::exists);
  }

  /** Listens by an abstract name, as a program of the device would. */
  public ServerSocketChannel listenAbstract(String name) throws IOException {
    return AbstractSockets.listen(AbstractSockets.file(abstractSockets, name));
  }

  /** The numbers of those that take monitors. */
  public synchronized List<Long> listening() {
    return all().stream().filter(VmProcess::isListening).map(VmProcess::pid).toList();
  }

  /**
   * Waits until the processes that accept monitors have changed.
   *
   * @param known those that the caller knows
   */
  public synchronized List<Long> listening(List<Long> known) throws InterruptedException {
    while (listening().equals(known) && !isClosed) {
      wait();
    }
    return listening();
  }

  /** Returns the app whose windows are on the screen; empty if the launcher is there. */
  public Optional<VmProcess> front() {
    return tasks.front();
  }

  /** The user goes from the launcher to the app that was used last, if there is one. */
  public void showLast() {
    tasks.showLast();
  }

  /** Gives the apps that run a change of the settings, which others find when they start. */
  public void change(String setting) {
    List<VmProcess> running;
    synchronized (this) {
      shown.removeIf(each -> !each.isAlive());
      running = List.copyOf(shown);
    }
    // A step has one line.
    if (setting.lines().count() == 1) {
      running.forEach(each -> change(each, setting));
    }
  }

  private static void change(VmProcess app, String setting) {
    try {
      app.app().perform("set:" + setting);
    } catch (IOException e) {
      // It has ended, or is about to.
    }
  }

  /** Moves an app to the front, which is about to start an activity. */
  public void toFront(VmProcess app) {
    tasks.show(app);
  }

  /** The apps that run, with what they were started as. */
  public Map<VmProcess, StartRequest> apps() {
    Map<VmProcess, StartRequest> apps = new LinkedHashMap<>();
    for (VmProcess each : all()) {
      StartRequest request = each.request();
      if (request != null && request.isApp()) {
        apps.put(each, request);
      }
    }
    return apps;
  }

  /** The app of a package, if it runs. */
  public Optional<VmProcess> app(String packageName) {
    return apps().entrySet().stream()
        .filter(each -> each.getValue().packageName().equals(packageName))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Ends all that runs of a package; waits for their end. */
  public void stop(String packageName) {
    for (VmProcess each : all()) {
      StartRequest request = each.request();
      if (request != null && !packageName.isEmpty() && request.packageName().equals(packageName)) {
        recordings.end(each);
        end(each);
      }
    }
  }

  private static void end(VmProcess process) {
    process.end();
    try {
      process.onExit().get(SECONDS_TO_END, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      process.kill();
      process.onExit().join();
    } catch (InterruptedException e) {
      process.kill();
      Thread.currentThread().interrupt();
    }
  }

  /** Runs the scripts of instrumentation by a shell, which returns what they write. */
  public void whenScripted(Function<String, byte[]> shell) {
    scripts = shell;
  }

  /** Returns where apps are recorded. */
  public Recordings recordings() {
    return recordings;
  }

  /** Records the apps that are started from now on. */
  public void record(Recordings wanted) {
    recordings = wanted;
  }

  /** Calls an action whenever the programs were restarted. */
  public synchronized void whenRestarted(Runnable action) {
    restarted = action;
  }

  /** Ends all programs, as the restart of a phone does, whatever they are waiting for. */
  public void restart() {
    List<VmProcess> all = all();
    all.forEach(VmProcess::end);
    all.forEach(Processes::end);
    Runnable action;
    synchronized (this) {
      action = restarted;
    }
    log.clear();
    action.run();
  }

  /** Ends all. */
  @Override
  public void close() throws IOException {
    List<VmProcess> left;
    synchronized (this) {
      isClosed = true;
      left = List.copyOf(running.values());
      notifyAll();
    }
    left.forEach(recordings::end);
    left.forEach(VmProcess::end);
    left.forEach(Processes::end);
    server.close();
    folder.close();
  }
}
