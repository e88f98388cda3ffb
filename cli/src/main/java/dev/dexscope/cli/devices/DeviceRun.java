package dev.dexscope.cli.devices;

import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.packages.PackagesForDevice;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.device.DeviceApp;
import dev.dexscope.monitor.device.DeviceLink;
import dev.dexscope.monitor.device.InstallRefusedException;
import dev.dexscope.monitor.device.ProfiledProcess;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A run of an injected app on a device: install, start, measure, fetch, remove. However it ends,
 * the device is then as before; if a step cannot be undone, the command for it is printed.
 */
final class DeviceRun {
  /** The time limit of a start until the profiler answers, which it does at the first call. */
  private static final Duration START = Duration.ofSeconds(60);

  private static final int LOOK_MILLIS = 250;

  /** A step that restores the device. */
  private record Undo(String name, String advice, Step step) {}

  @FunctionalInterface
  private interface Step {
    /** Returns whether there was anything to be done. */
    boolean run() throws IOException;
  }

  private final Terminal terminal;
  private final DeviceApp app;
  private final PackagesForDevice packages;
  private final int seconds;
  private final CountDownLatch interrupted;
  private final Deque<Undo> undo = new ArrayDeque<>();
  private boolean wasThere;

  /** Also while that is not known yet. */
  private boolean isChanged;

  /**
   * @param seconds how long it is measured; 0 until it ends
   * @param interrupted is open when the user wants its end
   */
  DeviceRun(
      Terminal terminal,
      DeviceLink device,
      PackagesForDevice packages,
      int seconds,
      CountDownLatch interrupted) {
    this.terminal = terminal;
    this.app = new DeviceApp(device, packages.manifest().packageName());
    this.packages = packages;
    this.seconds = seconds;
    this.interrupted = interrupted;
  }

  /**
   * Fetches the profiles of one run.
   *
   * @param started the class that is started
   */
  void run(String started, Path results) throws IOException {
    try {
      goOn();
      install();
      goOn();
      app.start(started);
      terminal.tell("started: " + started);
      List<ProfiledProcess> processes = awaitProfiler();
      boolean isRunning = !processes.isEmpty() && awaitEnd();
      int files = isRunning ? fetch(processes, results) : fetchLeft(results);
      if (files == 0) {
        throw CliException.environment(
            isRunning ? "it has called no instrumented method" : "it ended without a profile",
            app.packageName(),
            "see 'adb logcat', and --include; a release build may need --debuggable");
      }
      terminal.tell("fetched: " + files + " files");
    } finally {
      undoAll();
    }
  }

  private void goOn() {
    if (interrupted.getCount() == 0) {
      throw CliException.environment("interrupted", "before the start", "nothing was measured");
    }
  }

  private void install() throws IOException {
    wasThere = !app.packages().isEmpty();
    if (wasThere) {
      keepEarlier();
    } else {
      undo.push(new Undo("uninstalled", "adb uninstall " + app.packageName(), this::uninstall));
    }
    isChanged = true;
    try {
      app.install(packages.files(), packages.manifest().isTestOnly());
    } catch (InstallRefusedException e) {
      isChanged = false;
      throw CliException.environment(
          e.getMessage() + "", app.packageName(), advice(e.code(), app.packageName()));
    }
    terminal.tell(
        "installed on " + app.device().serial() + (wasThere ? ", over the installed version" : ""));
  }

  /** Fetches the installed version before it is updated, into a folder that outlives a failure. */
  private void keepEarlier() throws IOException {
    Path folder = Files.createTempDirectory("dexscope-" + app.packageName());
    undo.push(
        new Undo(
            "put back as it was",
            "adb install-multiple -r " + folder + "/*.apk",
            () -> restore(folder)));
    app.receive(folder);
  }

  private boolean restore(Path folder) throws IOException {
    if (isChanged) {
      List<Path> earlier = new ArrayList<>();
      try (var files = Files.newDirectoryStream(folder, "*.apk")) {
        files.forEach(earlier::add);
      }
      // It may have been installed as a test.
      app.install(earlier, true);
    }
    OutputFolder.delete(folder);
    return isChanged;
  }

  /** An installation that has failed may have left nothing. */
  private boolean uninstall() throws IOException {
    boolean isThere = !app.packages().isEmpty();
    if (isThere) {
      app.uninstall();
    }
    return isThere;
  }

  private static String advice(String code, String packageName) {
    return switch (code) {
      case "INSTALL_FAILED_UPDATE_INCOMPATIBLE" ->
          "it is installed with another key: specify that one with --keystore, or run 'adb uninstall "
              + packageName
              + "', which deletes its data";
      case "INSTALL_FAILED_VERSION_DOWNGRADE" ->
          "a newer version is there: profile that one, or uninstall it";
      case "INSTALL_FAILED_MISSING_SPLIT" -> "specify its splits after it";
      case "INSTALL_FAILED_INSUFFICIENT_STORAGE" -> "make room on the device";
      case "INSTALL_FAILED_USER_RESTRICTED" -> "allow it on the device's screen";
      default -> "see docs/on-a-phone.md";
    };
  }

  /** Returns its processes once they answer; empty if it has ended before. */
  private List<ProfiledProcess> awaitProfiler() throws IOException {
    long deadline = System.nanoTime() + START.toNanos();
    boolean hasRun = false;
    while (System.nanoTime() < deadline) {
      List<ProfiledProcess> found = ProfiledProcess.find(app.device(), app.packageName());
      if (!found.isEmpty()) {
        return found;
      }
      boolean isRunning = app.isRunning();
      if (hasRun && !isRunning) {
        return found;
      }
      hasRun |= isRunning;
      goOn();
      pause();
    }
    throw CliException.environment(
        hasRun ? "its profiler does not answer" : "it does not run",
        app.packageName(),
        "see 'adb logcat -s TAU AndroidRuntime'");
  }

  /** Returns whether it still runs when it has been measured for long enough. */
  private boolean awaitEnd() throws IOException {
    terminal.tell(
        seconds > 0
            ? "measuring for " + seconds + " s: use the app; Ctrl-C ends it earlier"
            : "measuring: use the app, then press Ctrl-C");
    long begin = System.nanoTime();
    while (seconds == 0 || System.nanoTime() - begin < Duration.ofSeconds(seconds).toNanos()) {
      if (!app.isRunning()) {
        terminal.tell("it has ended by itself: its files are fetched; adb logcat shows the reason");
        return false;
      }
      if (pause()) {
        return true;
      }
    }
    return true;
  }

  /** Returns whether the user has requested the end meanwhile. */
  private boolean pause() throws IOException {
    try {
      return interrupted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private int fetch(List<ProfiledProcess> first, Path results) throws IOException {
    List<ProfiledProcess> processes = ProfiledProcess.find(app.device(), app.packageName());
    int files = 0;
    for (ProfiledProcess each : processes.isEmpty() ? first : processes) {
      List<Path> fetched = each.collect(results);
      files += fetched.size();
      if (wasThere) {
        // Its data stay.
        each.remove(results, fetched);
      }
    }
    return files;
  }

  private int fetchLeft(Path results) throws IOException {
    if (wasThere) {
      terminal.tell(
          "it was installed before: files of this run cannot be distinguished from earlier ones");
      return 0;
    }
    return ProfiledProcess.collectLeft(app.device(), app.packageName(), results).size();
  }

  private void undoAll() {
    while (!undo.isEmpty()) {
      Undo next = undo.pop();
      try {
        if (next.step.run()) {
          terminal.tell(next.name);
        }
      } catch (IOException | RuntimeException e) {
        terminal.tell("not " + next.name + ": " + Failure.of(e).line());
        terminal.tell("do it when the device is back: " + next.advice);
      }
    }
  }
}
