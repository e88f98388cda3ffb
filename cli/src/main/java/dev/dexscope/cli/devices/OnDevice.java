package dev.dexscope.cli.devices;

import dev.dexscope.apps.AppSet;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.cli.packages.InjectionOptions;
import dev.dexscope.cli.packages.KeyOptions;
import dev.dexscope.cli.packages.PackagesForDevice;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.EarlyEnd;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.ReportCommand;
import dev.dexscope.monitor.device.DeviceLink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a profile that a device makes, and the way to it. */
public final class OnDevice {
  /** Busy phones take their time. */
  private static final int PATIENCE = 30;

  @Option(
      names = "--on-device",
      paramLabel = "SERIAL",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Profile an app on this device, as adb names it, or at HOST:PORT without adb. Default: the"
              + " only one. Write it after FILE.")
  @Nullable String serial;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "With --on-device: how long. Default: until the app ends, or Ctrl-C.")
  int seconds;

  @Option(
      names = "--debuggable",
      description = "With --on-device: files are fetched by run-as where else they cannot be.")
  boolean debuggable;

  @Mixin KeyOptions key = new KeyOptions();

  /** Returns whether a device is requested; fails if only its options are present. */
  public boolean isAsked() {
    if (serial == null && (seconds != 0 || debuggable || key.isAsked())) {
      throw CliException.usage(
          "--seconds, --debuggable or a key without a device", "add --on-device");
    }
    return serial != null;
  }

  /**
   * Does everything from the app's files to the report.
   *
   * @param files the app, followed by its splits
   * @param mainClass the class to start; null for the launcher's activity
   * @param settings lines of tau.conf
   * @param folder a new folder for all output
   */
  public ExitCode profile(
      Terminal terminal,
      List<Path> files,
      @Nullable String mainClass,
      InjectionOptions injection,
      String settings,
      Path folder)
      throws IOException {
    if (seconds < 0) {
      throw CliException.usage("--seconds " + seconds, "write a number of seconds");
    }
    for (Path each : files) {
      if (!InputFile.check(each).toString().matches("(?i).*\\.(apk|apks|xapk|apkm)")) {
        throw CliException.usage("not a package: " + each, "specify an APK, its splits, or a set");
      }
    }
    CountDownLatch interrupted = new CountDownLatch(1);
    try (var end = new EarlyEnd(terminal, interrupted::countDown)) {
      try {
        // Ctrl-C ends the measuring, and is how most of it ends.
        OutputFolder.writeToItsEnd(
            folder,
            results -> run(terminal, files, mainClass, injection, settings, interrupted, results));
      } catch (IOException | RuntimeException e) {
        if (!end.isAskedFor()) {
          throw e;
        }
        // The process ends when this is closed: the failure would not be reported otherwise.
        Failure failure = Failure.of(e);
        terminal.tell(failure.line());
        return failure.exitCode();
      }
      terminal.err().println("dexscope: the profiles are in " + folder);
      for (Path calls : CollectCommand.calls(folder)) {
        ReportCommand.of(terminal, calls).call();
      }
    }
    return ExitCode.DONE;
  }

  private void run(
      Terminal terminal,
      List<Path> files,
      @Nullable String mainClass,
      InjectionOptions injection,
      String settings,
      CountDownLatch interrupted,
      Path results)
      throws IOException {
    try (var temporary = TemporaryFolder.make()) {
      Path work = temporary.path();
      AppSet app = AppSet.of(files.getFirst(), files.subList(1, files.size()), work);
      PackagesForDevice packages =
          PackagesForDevice.inject(
              terminal, app.packages(), injection, key, settings, debuggable, work);
      String started = packages.startedClass(mainClass);
      VmOptions.of(serial == null ? "" : serial, PATIENCE)
          .withDevices(devices ->
              new DeviceRun(terminal, theOnly(devices), packages, seconds, interrupted)
                  .run(started, results));
    }
  }

  private static DeviceLink theOnly(List<DeviceLink> devices) {
    List<DeviceLink> able = devices.stream().filter(DeviceLink::hasServices).toList();
    if (able.size() != 1) {
      String names = able.stream().map(DeviceLink::serial).collect(Collectors.joining(", "));
      throw able.isEmpty()
          ? CliException.environment("no device", "adb", "connect one, or: dexscope device start")
          : CliException.environment(
              able.size() + " devices", names, "name one: --on-device SERIAL");
    }
    return able.getFirst();
  }
}
