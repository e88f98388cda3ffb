package dev.dexscope.device.shell;

import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.AppHeap;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.Natives;
import dev.dexscope.apps.Pace;
import dev.dexscope.apps.Script;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs an installed package: with its own files, as its own user. */
record InstalledApp(DeviceParts device, InstalledPackage installed) {
  private static final String INTERNET = "android.permission.INTERNET";

  String name() {
    return installed.name();
  }

  List<Path> files() {
    return installed.files();
  }

  /** Returns whether a class is an activity of its manifest, by its own name or an alias's. */
  boolean hasActivity(String className) {
    return installed.manifest().activities().contains(className);
  }

  /** The process of a program that is in it. */
  StartRequest program(String mainClass, List<String> arguments) throws IOException {
    return request(files().stream().map(Path::toString).toList(), mainClass, arguments, "");
  }

  /** The process of the app itself, or of its tests. */
  StartRequest request(AppRequest run) throws IOException {
    return request(List.of(), "", List.of(), run.folder().toString());
  }

  private StartRequest request(
      List<String> classPath, String mainClass, List<String> arguments, String appRequest)
      throws IOException {
    return new StartRequest(
        name(),
        name(),
        installed.uid(),
        installed.manifest().isDebuggable(),
        false,
        classPath,
        mainClass,
        arguments,
        device.files().root().toString(),
        device.files().host(installed.dataFolder()).toString(),
        appRequest);
  }

  /** Outside of the device's visible files; one for each run if they are recorded. */
  private Path folder(boolean isRecorded) throws IOException {
    Path usual = device.files().root().resolveSibling("apps").resolve(name());
    return isRecorded ? device.processes().recordings().folder(name(), usual) : usual;
  }

  /**
   * Returns the app's process, which is started without an activity if it does not run.
   *
   * @throws IOException if it cannot be started
   */
  VmProcess process() throws IOException {
    Optional<VmProcess> running = device.processes().app(name());
    if (running.isPresent()) {
      return running.get();
    }
    VmProcess process;
    try {
      AppRequest run = run(AppRequest.IN_BACKGROUND);
      process = device.processes().start(request(run), run);
    } catch (AppException e) {
      throw new IOException(e.getMessage(), e);
    }
    process.logOutput();
    return process;
  }

  /** A run from an activity on. */
  AppRequest run(String intent) throws IOException {
    return run(intent, "", List.of());
  }

  /**
   * A run of instrumentation tests.
   *
   * @param arguments {@code KEY=VALUE}
   */
  AppRequest run(InstalledPackage tests, List<String> arguments) throws IOException {
    return run("", tests.files().getFirst().toString(), arguments);
  }

  private AppRequest run(String intent, String tests, List<String> testArguments)
      throws IOException {
    // Instrumentation of a package without a screen is for other apps.
    boolean isOfOthers = !tests.isEmpty() && installed.launcher().isEmpty();
    Path folder = folder(!isOfOthers);
    prepare(folder);
    return new AppRequest(
        files(),
        AppFramework.LEVELS.getFirst(),
        intent,
        "",
        List.of(),
        List.of(),
        Script.EMPTY,
        0,
        tests.isEmpty() || isOfOthers ? Pace.REAL : Pace.DEFAULT,
        AppHeap.DEFAULT,
        Natives.AUTO,
        "",
        installed.manifest().permissions().contains(INTERNET),
        "",
        tests,
        testArguments,
        false,
        List.of(),
        folder);
  }

  /** The app's own files are those that {@code run-as} sees, and its storage is the device's. */
  private void prepare(Path folder) throws IOException {
    OutputFolder.delete(folder);
    AppRequest.link(
        folder, device.files().host(installed.dataFolder()), device.files().host("/sdcard"));
  }
}
