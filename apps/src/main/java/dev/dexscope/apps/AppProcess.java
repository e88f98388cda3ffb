package dev.dexscope.apps;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apps.Seclusion.Network;
import dev.dexscope.base.process.JavaVm;
import dev.dexscope.base.process.ShutdownHook;
import dev.dexscope.base.process.StartArchive;
import dev.dexscope.base.zip.ZipArchive;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The process that an app runs in: a Java VM of its own, with the framework on its class path and a
 * home folder that is not the user's. It has the user's rights all the same.
 *
 * <pre>{@code
 * AppRun run = AppProcess.run(AppFramework.ofUser(), request, List.of());
 * if (run.exitCode() == 0) { ... }
 * }</pre>
 */
public final class AppProcess {
  /** Seconds until a killed process has ended. */
  private static final int PATIENCE = 5;

  /** The exit code of an app that crashed. */
  private static final int CRASHED = 1;

  private static final String MAIN = "dev.dexscope.apphost.AppMain";

  private final AppRequest request;
  private final Process process;
  private final ShutdownHook hook;
  private final Prepared start;

  private AppProcess(AppRequest request, Process process, Prepared start) {
    this.request = request;
    this.process = process;
    this.start = start;
    this.hook = ShutdownHook.add("end of the app", this::kill);
  }

  /**
   * Runs an app to the end of its script; its output is this process's.
   *
   * @param options for the Java VM, after Dexscope's own
   * @throws IOException if an I/O error occurs
   */
  public static AppRun run(AppFramework framework, AppRequest request, List<String> options)
      throws IOException {
    return start(framework, request, options, Map.of()).await();
  }

  /**
   * Starts an app, which does its script.
   *
   * @param variables of its environment, beside this process's
   */
  static AppProcess start(
      AppFramework framework,
      AppRequest request,
      List<String> options,
      Map<String, String> variables)
      throws IOException {
    // The class path of a test is another one each time: no archive of it would be used again.
    // What agents load is no part of an app's start.
    boolean isRecorded = !variables.containsKey(AppSession.VARIABLE) && request.agents().isEmpty();
    Prepared prepared = prepare(framework, request, options, isRecorded);
    // It ends when the pipe does; apps read no standard input.
    ProcessBuilder builder = prepared.builder.inheritIO().redirectInput(Redirect.PIPE);
    builder.environment().putAll(variables);
    return new AppProcess(request, builder.start(), prepared);
  }

  /**
   * Returns the builder of an app's process, for callers that handle its streams and its end. The
   * request is then in its folder.
   *
   * @param options for the Java VM, after Dexscope's own
   * @throws IOException if an I/O error occurs
   */
  public static ProcessBuilder prepare(
      AppFramework framework, AppRequest request, List<String> options) throws IOException {
    // What is recorded takes seconds to write: who ends a process does not wait so long.
    return prepare(framework, request, options, false).builder;
  }

  /**
   * Returns whether apps start from an archive of what an earlier one has loaded.
   *
   * @throws IOException if an I/O error occurs
   */
  public static boolean startsFast(AppFramework framework, int level) throws IOException {
    return archive(framework, level, classPath(framework, level)).isThere();
  }

  private static StartArchive archive(AppFramework framework, int level, String classPath)
      throws IOException {
    return new StartArchive(framework.folder(), "start-" + level, classPath);
  }

  private record Prepared(ProcessBuilder builder, StartArchive archive, List<String> java) {}

  private static Prepared prepare(
      AppFramework framework, AppRequest request, List<String> options, boolean isRecorded)
      throws IOException {
    framework.require(request.level());
    Path home = request.folder().resolve("home");
    Files.createDirectories(home);
    Files.createDirectories(request.files());
    Path temporary = Files.createDirectories(request.temporary());
    Files.deleteIfExists(request.events());
    Files.deleteIfExists(request.testLog());
    request.write();
    String classPath = classPath(framework, request.level());
    Manifest manifest = manifest(request);
    List<String> java = options(framework, home, temporary);
    java.addAll(request.heap().options(manifest.hasLargeHeap()));
    java.addAll(options);
    java.addAll(List.of("-cp", classPath));
    java.addFirst("-XX:ErrorFile=" + request.crashReport());
    StartArchive archive = archive(framework, request.level(), classPath);
    List<String> command = new ArrayList<>();
    Seclusion seclusion = Seclusion.best(network(request), folders(framework, request, manifest));
    command.addAll(seclusion.words());
    java.addAll(0, seclusion.options());
    command.add(JavaVm.program());
    if (archive.isThere() || isRecorded) {
      command.addAll(archive.options(recording(request)));
    }
    command.addAll(java);
    command.addAll(List.of(MAIN, request.folder().toString()));
    var builder = new ProcessBuilder(command);
    Files.deleteIfExists(request.crashReport());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("TMPDIR", temporary.toString());
    return new Prepared(builder, archive, java);
  }

  private static Network network(AppRequest request) {
    if (request.hasNetwork()) {
      return Network.OPEN;
    }
    // A debugger's agent is to be reached from outside.
    return request.agents().isEmpty() ? Network.NONE : Network.REACHED;
  }

  private static Manifest manifest(AppRequest request) throws IOException {
    try (ZipArchive base = ZipArchive.open(request.packages().getFirst())) {
      return Manifest.of(base);
    }
  }

  private static PhoneFolders folders(AppFramework framework, AppRequest request, Manifest manifest)
      throws IOException {
    return PhoneFolders.make(
        request.phone(),
        PhoneProperties.of(request.level(), request.heap()),
        manifest.packageName(),
        framework.fonts(request.level()),
        request.ownFiles(),
        request.earlyFiles(),
        request.card());
  }

  private static Path recording(AppRequest request) {
    return request.folder().resolve("start.record");
  }

  /** Waits for the app's end. */
  AppRun await() throws IOException {
    try {
      int exitCode = process.waitFor();
      NativeCrash crash = NativeCrash.read(request.crashReport());
      Files.deleteIfExists(request.crashReport());
      AppRun run = AppRun.read(request.events(), crash == null ? exitCode : CRASHED);
      if (crash != null && !run.isConcluded()) {
        System.err.print(crash.text());
      }
      if (run.events().isEmpty()) {
        start.archive.drop();
      }
      start.archive.makeFrom(recording(request), start.java);
      return run;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the app ran");
    } finally {
      end();
    }
  }

  /** Ends the app, if it still runs. */
  void end() {
    kill();
    hook.close();
  }

  /**
   * Ends it at once, and the programs that it has started: what runs on would write into a folder
   * that is being deleted.
   */
  private void kill() {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
    try {
      process.waitFor(PATIENCE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  private static List<String> options(AppFramework framework, Path home, Path temporary) {
    List<String> command = new ArrayList<>();
    command.addAll(JavaVm.OPENED);
    command.addAll(framework.options());
    command.addAll(JavaVm.NATIVE);
    // Most of a start is code that runs once.
    command.addAll(JavaVm.BRIEF);
    command.addAll(JavaVm.QUIET);
    command.addAll(
        List.of(
            // For the channels that find no network.
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "-XX:+EnableDynamicAgentLoading",
            "-XX:-OmitStackTraceInFastThrow",
            "-XX:-CreateCoredumpOnCrash",
            "-Duser.home=" + home,
            "-Djava.io.tmpdir=" + temporary,
            "-Djava.util.concurrent.ForkJoinPool.common.threadFactory="
                + "dev.dexscope.apphost.CommonPoolThreads"));
    return command;
  }

  static String classPath(AppFramework framework, int level) throws IOException {
    var path = new StringBuilder(System.getProperty("java.class.path"));
    for (Path each : framework.classPath(level)) {
      path.append(File.pathSeparatorChar).append(each);
    }
    return path.toString();
  }
}
