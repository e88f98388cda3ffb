package dev.dexscope.apps;

import dev.dexscope.base.files.OutputFolder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * A request to run an app. It is passed to the app's process as a file.
 *
 * @param packages the base and its splits, as in {@link AppSet}
 * @param level the API level of the framework
 * @param start the activity to start, by its class or an action; empty for the launcher's, {@link
 *     #IN_BACKGROUND} for none
 * @param data the data of the intent that starts it; may be empty
 * @param extras of that intent, {@code KEY=VALUE}
 * @param denied permissions that are refused; all others that the app requests are granted
 * @param script the steps after the app's start
 * @param warmups the number of runs of the script before the measured one
 * @param pace whether waiting takes real time, and how long the app may take
 * @param heap that the phone gives an app
 * @param natives how native methods are treated
 * @param libraries folders of native libraries for this machine
 * @param hasNetwork whether the app may open connections
 * @param trace the trace of the app's calls and its calls into the framework; may be empty
 * @param tests the package with the app's instrumentation tests, which run instead of the script;
 *     may be empty
 * @param testArguments of those tests, {@code KEY=VALUE}
 * @param takesPictures whether the last warm-up takes a picture of the screen after each step
 * @param agents of the app, each as {@code --agent}, {@code --agentpath}, {@code --agentlib} or
 *     {@code --javaagent}, an equals sign, and the option's word
 * @param folder the folder of the app's files and its output
 */
public record AppRequest(
    List<Path> packages,
    int level,
    String start,
    String data,
    List<String> extras,
    List<String> denied,
    Script script,
    int warmups,
    Pace pace,
    AppHeap heap,
    Natives natives,
    String libraries,
    boolean hasNetwork,
    String trace,
    String tests,
    List<String> testArguments,
    boolean takesPictures,
    List<String> agents,
    Path folder) {

  /**
   * The system property of the app's process with the milliseconds between samples of the
   * framework's methods, which the trace has then, too.
   */
  public static final String PLATFORM_SAMPLES = "dexscope.platform.samples";

  /**
   * The system property of the app's process with the file to which it records its steps as they
   * are, before they are traced.
   */
  public static final String RECORDING = "dexscope.recording";

  /** Starts no activity: the app's process is there for a service or receiver. */
  public static final String IN_BACKGROUND = "-";

  /** The folder of early files, as Robolectric names it. */
  public static final String EARLY = "deviceDataDir";

  /** The file of a recording in the folder of its run. */
  private static final String RECORDED = "app.recording";

  /** The app's own files, and the shared storage, among its files. */
  private static final String OWN = "app";

  private static final String CARD = "sdcard";

  private static final String NAME = "request.properties";

  /** Tells our file from anybody else's of that name. */
  private static final String MARK = "What this run was to do, made by dexscope.";

  /**
   * Returns a request with defaults: the launcher's activity, no steps, level 35, all permissions,
   * virtual time, no network.
   *
   * @param app as for {@link AppSet}
   * @param folder for the app's output
   * @throws IOException if it cannot be read
   */
  public static AppRequest of(Path app, Path folder) throws IOException {
    return of(app, AppFramework.LEVELS.getFirst(), folder);
  }

  /**
   * The same with another framework.
   *
   * @param level its API level
   * @throws IOException if it cannot be read
   */
  public static AppRequest of(Path app, int level, Path folder) throws IOException {
    List<Path> packages = AppSet.of(app, List.of(), folder).packages();
    return plain(packages, level, Pace.DEFAULT, false, folder);
  }

  /**
   * Returns the request of a program that is no app: real time, the network, no steps.
   *
   * @param program its package
   * @param level the API level of the framework
   * @param folder for its files
   */
  public static AppRequest ofProgram(Path program, int level, Path folder) {
    return plain(List.of(program), level, Pace.REAL, true, folder);
  }

  /** The launcher's activity, no steps, all permissions. */
  private static AppRequest plain(
      List<Path> packages, int level, Pace pace, boolean hasNetwork, Path folder) {
    return new AppRequest(
        packages,
        level,
        "",
        "",
        List.of(),
        List.of(),
        Script.EMPTY,
        0,
        pace,
        AppHeap.DEFAULT,
        Natives.AUTO,
        "",
        hasNetwork,
        "",
        "",
        List.of(),
        false,
        List.of(),
        folder);
  }

  /** The same app with agents. */
  public AppRequest withAgents(List<String> attending) {
    return with(script, tests, attending);
  }

  /** The same app, which is started and not used: without steps and tests. */
  public AppRequest ofStart() {
    return with(Script.EMPTY, "", agents);
  }

  private AppRequest with(Script steps, String tester, List<String> attending) {
    return new AppRequest(
        packages,
        level,
        start,
        data,
        extras,
        denied,
        steps,
        warmups,
        pace,
        heap,
        natives,
        libraries,
        hasNetwork,
        trace,
        tester,
        testArguments,
        takesPictures,
        attending,
        folder);
  }

  /** Returns whether waiting takes real time. */
  public boolean isRealTime() {
    return pace.isRealTime();
  }

  /** Returns where the process finds the request. */
  Path file() {
    return folder.resolve(NAME);
  }

  /** Returns where the process writes what happened. */
  public Path events() {
    return events(folder);
  }

  /** The same of a run whose folder is kept. */
  public static Path events(Path folder) {
    return folder.resolve("events.tsv");
  }

  /**
   * Returns where the process writes what happened while it was traced, if it did the steps without
   * that before.
   */
  public static Path tracedEvents(Path folder) {
    return folder.resolve("traced-events.tsv");
  }

  /** Returns where the process records how a run is, without tracing it. */
  public static Path recording(Path folder) {
    return folder.resolve(RECORDED);
  }

  /**
   * Returns the options of the Java VM for a recording: the framework's methods have no hooks, so
   * samples show them, where compiled code really was.
   */
  public static List<String> recordingOptions(Path folder) {
    return List.of(
        "-D" + PLATFORM_SAMPLES + "=1",
        "-D" + RECORDING + "=" + recording(folder),
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+DebugNonSafepoints");
  }

  /** Returns where the process writes what tests report, as {@code am instrument -r} prints it. */
  public Path testLog() {
    return folder.resolve("instrumentation.txt");
  }

  /** Returns where the app's own files are. */
  public Path files() {
    return files(folder);
  }

  /** Returns where its files are that it finds before the user has unlocked the phone. */
  public Path earlyFiles() {
    return files().resolve(EARLY);
  }

  private static Path files(Path folder) {
    return folder.resolve("data");
  }

  /**
   * Makes an app find its files where they are already.
   *
   * @param folder of its request, which is empty
   * @param own the app's own files
   * @param card the shared storage
   * @throws IOException if an I/O error occurs
   */
  public static void link(Path folder, Path own, Path card) throws IOException {
    Path files = Files.createDirectories(files(folder));
    Files.createSymbolicLink(files.resolve(OWN), own);
    Files.createSymbolicLink(files.resolve(CARD), card);
  }

  /** Returns where the files are that the app finds in its own folder. */
  public Path ownFiles() {
    return files().resolve(OWN);
  }

  /** Returns where the files are that the app finds on the shared storage. */
  Path card() {
    return files().resolve(CARD);
  }

  /** Returns where the keys of the app's key store are: they go where its files go. */
  public Path keys() {
    return ownFiles().resolve(".keystore");
  }

  /** Returns where the root of the app's process is. */
  Path phone() {
    return phone(folder);
  }

  /** Returns where the app's process has its temporary files. */
  Path temporary() {
    return temporary(folder);
  }

  private static Path temporary(Path folder) {
    return folder.resolve("tmp");
  }

  private static Path phone(Path folder) {
    return folder.resolve("phone");
  }

  /**
   * Deletes what a run that has ended leaves in its folder, if the folder is kept.
   *
   * @throws IOException if an I/O error occurs
   */
  public static void clean(Path folder) throws IOException {
    OutputFolder.delete(temporary(folder));
    OutputFolder.delete(phone(folder));
  }

  /** Returns where the app's native libraries are, translated for this machine. */
  public Path translatedLibraries() {
    return folder.resolve("lib");
  }

  /** Returns where the Java VM reports a crash in native code. */
  Path crashReport() {
    return folder.resolve("crash.log");
  }

  /**
   * The picture of the screen after a step.
   *
   * @param step from 1 on; 0 for the start
   */
  public Path picture(int step) {
    return picture(folder, step);
  }

  static Path picture(Path folder, int step) {
    return folder.resolve("screens").resolve("step-" + step + ".png");
  }

  void write() throws IOException {
    var all = new Properties();
    put(all, "package", packages.stream().map(Path::toString).toList());
    all.setProperty("level", Integer.toString(level));
    all.setProperty("start", start);
    all.setProperty("data", data);
    put(all, "extra", extras);
    put(all, "denied", denied);
    put(all, "step", script.text());
    all.setProperty("warmups", Integer.toString(warmups));
    all.setProperty("pace", pace.toString());
    all.setProperty("heap", heap.toString());
    all.setProperty("natives", natives.name());
    all.setProperty("libraries", libraries);
    all.setProperty("network", Boolean.toString(hasNetwork));
    all.setProperty("trace", trace);
    all.setProperty("tests", tests);
    put(all, "test-argument", testArguments);
    all.setProperty("takes-pictures", Boolean.toString(takesPictures));
    put(all, "agent", agents);
    try (Writer out = Files.newBufferedWriter(file(), StandardCharsets.UTF_8)) {
      all.store(out, MARK);
    }
  }

  private static void put(Properties all, String name, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      all.setProperty(name + "." + i, values.get(i));
    }
  }

  /**
   * Returns whether a folder has a request that we have written, for this trace: it is a run's own
   * folder then, and may make room for another.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean isIn(Path folder, Path trace) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    var all = new Properties();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      all.load(in);
    }
    return text.startsWith("#" + MARK)
        && all.getProperty("trace", "").equals(trace.toAbsolutePath().toString());
  }

  /**
   * Reads the request that {@link AppProcess} has written into a folder.
   *
   * @throws IOException if it cannot be read
   */
  public static AppRequest read(Path folder) throws IOException {
    var all = new Properties();
    try (Reader in = Files.newBufferedReader(folder.resolve(NAME), StandardCharsets.UTF_8)) {
      all.load(in);
    }
    List<Path> packages = new ArrayList<>();
    get(all, "package", each -> packages.add(Path.of(each)));
    List<String> extras = new ArrayList<>();
    get(all, "extra", extras::add);
    List<String> denied = new ArrayList<>();
    get(all, "denied", denied::add);
    List<String> testArguments = new ArrayList<>();
    get(all, "test-argument", testArguments::add);
    List<String> agents = new ArrayList<>();
    get(all, "agent", agents::add);
    List<Step> steps = new ArrayList<>();
    List<String> text = new ArrayList<>();
    get(
        all,
        "step",
        each -> {
          text.add(each);
          steps.add(Step.parse(each));
        });
    return new AppRequest(
        packages,
        Integer.parseInt(all.getProperty("level")),
        all.getProperty("start"),
        all.getProperty("data"),
        extras,
        denied,
        new Script(steps, text),
        Integer.parseInt(all.getProperty("warmups")),
        Pace.parse(all.getProperty("pace")),
        AppHeap.parse(all.getProperty("heap")),
        Natives.valueOf(all.getProperty("natives")),
        all.getProperty("libraries"),
        Boolean.parseBoolean(all.getProperty("network")),
        all.getProperty("trace"),
        all.getProperty("tests"),
        testArguments,
        Boolean.parseBoolean(all.getProperty("takes-pictures")),
        agents,
        folder);
  }

  private static void get(Properties all, String name, Consumer<String> values) {
    for (int i = 0; all.getProperty(name + "." + i) != null; i++) {
      values.accept(all.getProperty(name + "." + i));
    }
  }
}
