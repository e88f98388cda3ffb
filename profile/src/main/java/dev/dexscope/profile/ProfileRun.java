package dev.dexscope.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.PackageChanges;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.recording.Recorded;
import dev.dexscope.observe.recording.RunRecording;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.vm.Platform;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * From a program to the picture of where its time goes, in steps that follow each other. What a
 * step has made stays when the next one fails.
 *
 * <p>The program runs twice: as it is, for its times, and instrumented, for the number of its
 * calls. What it reads from standard input it reads again, what it prints is printed once. One that
 * makes a server runs once, instrumented: its clients come once.
 *
 * <pre>{@code
 * ProfileRun run = ProfileRun.prepare(request);
 * run.inject();
 * run.translate();
 * int exitCode = run.run();
 * Trace trace = run.read(_ -> {});
 * Path flameGraph = run.folder().flame();
 * }</pre>
 */
public final class ProfileRun {
  /** Between samples of another runtime, in nanoseconds. */
  private static final long SAMPLES = 1_000_000;

  /** Classes: a few seconds. Programs that have more need few of them. */
  private static final int MOST_TRANSLATED = 2_500;

  private final ProfileRequest request;
  private final ProfileFolder folder;
  private final String mainClass;
  private final boolean isDex;

  /** The profiled program. */
  private final Path injected;

  private Uncounted uncounted = Uncounted.NONE;
  private volatile boolean isEnded;
  private boolean differs;

  private ProfileRun(
      ProfileRequest request,
      ProfileFolder folder,
      Path injected,
      String mainClass,
      boolean isDex) {
    this.request = request;
    this.folder = folder;
    this.injected = injected;
    this.mainClass = mainClass;
    this.isDex = isDex;
  }

  /**
   * Looks for the class to run, and makes the folder ready.
   *
   * @throws IOException if an I/O error occurs
   */
  public static ProfileRun prepare(ProfileRequest request) throws IOException {
    Path program = InputFile.check(request.program());
    String mainClass = Program.mainClass(program, request.mainClass());
    boolean isDex = isDex(program);
    ProfileFolder folder = ProfileFolder.prepare(request.folder());
    folder.configure(settings(request));
    Path name = program.getFileName();
    Path injected = folder.path().resolve(isDex ? baseName(program) + ".jar" : name + "");
    Thread.ofPlatform().daemon().name("preparing the recorder").start(RunRecording::prepare);
    return new ProfileRun(request, folder, injected, mainClass, isDex);
  }

  /**
   * One of several runs of the same profiled program, with a folder of its own in this one's.
   *
   * @param number from 1 on
   * @throws IOException if an I/O error occurs
   */
  public ProfileRun again(int number) throws IOException {
    ProfileFolder own = folder.ofRun(number);
    own.configure(settings(request));
    var run = new ProfileRun(request, own, injected, mainClass, isDex);
    run.uncounted = uncounted;
    return run;
  }

  private static String settings(ProfileRequest request) {
    return request.warmups() == 0 ? request.tauConf() : request.tauConf() + "\nTAU_WARMUP=1\n";
  }

  /** Returns where everything is. */
  public ProfileFolder folder() {
    return folder;
  }

  /** The profiled program. */
  public Path injected() {
    return injected;
  }

  /** A file's name without its suffix, also of the current folder. */
  public static String baseName(Path file) {
    String name = file.toAbsolutePath().normalize().getFileName() + "";
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  /**
   * Puts the profiler into the program.
   *
   * @throws IOException if an I/O error occurs
   */
  public InjectionReport inject() throws IOException {
    if (!isDex) {
      return inject(request.program());
    }
    // A dex file has no room for the table of methods: in a jar they travel together.
    Path bare = folder.path().resolve("." + baseName(request.program()) + ".jar");
    try {
      packed(request.program(), bare);
      return inject(bare);
    } finally {
      Files.deleteIfExists(bare);
    }
  }

  /** Puts a dex file into a jar. */
  static void packed(Path dex, Path jar) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("classes.dex"));
      Files.copy(dex, out);
    }
  }

  /** Returns whether a file is a dex file, not an archive. */
  static boolean isDex(Path program) throws IOException {
    try (var in = Files.newInputStream(program)) {
      return in.read() == 'd';
    }
  }

  /** Returns what signs packages that were changed; empty for files that have no signature. */
  static Optional<Signer> signer(Injector app) throws IOException {
    return app.isSigned()
        ? Optional.of(new Signer(DebugKeystore.openOrCreate(DebugKeystore.path())))
        : Optional.empty();
  }

  private InjectionReport inject(Path program) throws IOException {
    try (Injector app = Injector.open(List.of(program))) {
      InjectionReport report = app.inject(request.injection(), PackageChanges.least());
      Optional<Signer> signer = signer(app);
      OutputFile.replace(injected(), temporary -> app.write(0, signer, temporary));
      folder.listNotMeasured(report.notMeasured());
      uncounted = Uncounted.of(report.notMeasured());
      return report;
    }
  }

  /** Ends the program early, from another thread: {@link #run} returns with this exit code. */
  public void end(int exitCode) {
    isEnded = true;
    Vm.end(exitCode);
  }

  /**
   * Translates what is to be measured, unless an earlier run has: the translation would be most of
   * a short program's time, and is no part of it. Does nothing where another runtime runs the
   * program, and if it is warmed up.
   *
   * @throws IOException if an I/O error occurs
   */
  public void translate() throws IOException {
    if (request.elsewhere() == null && request.warmups() == 0) {
      Path measured = isOnce() ? injected() : request.program();
      Vm.start(request.engine(), new Observation())
          .translate(new Program(path(measured), mainClass), MOST_TRANSLATED);
    }
  }

  private boolean isOnce() throws IOException {
    return request.isOnce() || !Repeatable.is(request.program());
  }

  private List<Path> path(Path file) {
    List<Path> path = new ArrayList<>(List.of(file));
    path.addAll(request.classPath());
    return path;
  }

  /**
   * Runs the program, and returns its exit code.
   *
   * @throws IOException if an I/O error occurs
   */
  public int run() throws IOException {
    OtherRuntime elsewhere = request.elsewhere();
    if (elsewhere != null) {
      return runElsewhere(elsewhere);
    }
    if (Platform.ofProcess() != null) {
      // The start of the phone is no part of the program's time.
      Vm.start(request.engine(), new Observation());
    }
    RunRecording recording = RunRecording.begin(request.warmups() > 0);
    if (recording == null) {
      return run(injected());
    }
    return isOnce() ? runOnce(recording) : runTwice(recording);
  }

  private int runElsewhere(OtherRuntime runtime) throws IOException {
    Instant begin = Instant.now();
    boolean isOnce = isOnce();
    Path sampled = isOnce ? injected() : request.program();
    Path samples = folder.path().resolve(".samples");
    int exitCode;
    Recorded recorded;
    try (var input = new RepeatedInput()) {
      exitCode = runElsewhere(runtime, sampled, samples);
      recorded = SampledRun.read(TraceReader.open(samples), path(sampled), SAMPLES);
      if (!isOnce && !isEnded && input.canRepeat()) {
        input.repeat();
        differs = runElsewhere(runtime, injected(), null) != exitCode && !isEnded;
      }
    } finally {
      Files.deleteIfExists(samples);
    }
    Trace counted = counted();
    fuse(recorded, counted, begin, isOnce ? "once" : counted == null ? "samples" : "twice");
    return exitCode;
  }

  private int runElsewhere(OtherRuntime runtime, Path file, @Nullable Path samples)
      throws IOException {
    return runtime.run(path(file), mainClass, request.arguments(), properties(), samples);
  }

  private Map<String, String> properties() {
    return Map.of("tau.conf", folder.conf().toAbsolutePath().toString());
  }

  private int runOnce(RunRecording recording) throws IOException {
    Instant begin = Instant.now();
    int exitCode = run(injected());
    fuse(recorded(recording), counted(), begin, "once");
    return exitCode;
  }

  private int runTwice(RunRecording recording) throws IOException {
    Instant begin = Instant.now();
    int exitCode;
    Recorded recorded;
    try (var input = new RepeatedInput()) {
      exitCode = run(request.program());
      recorded = recorded(recording);
      if (!isEnded && input.canRepeat()) {
        input.repeat();
        count(exitCode);
      }
    }
    Trace counted = counted();
    fuse(recorded, counted, begin, counted == null ? "samples" : "twice");
    return exitCode;
  }

  private static Recorded recorded(RunRecording recording) throws IOException {
    return recording.end(Vm.code().frames()::method);
  }

  /** Runs the instrumented program, whose output is that of the first run. */
  private void count(int expected) throws IOException {
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    try {
      int exitCode = run(injected());
      differs = exitCode != expected && !isEnded;
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** Returns whether the two runs had different exit codes. */
  public boolean differs() {
    return differs;
  }

  private @Nullable Trace counted() throws IOException {
    return Files.exists(folder.calls()) ? TraceReader.open(folder.calls()) : null;
  }

  private void fuse(Recorded recorded, @Nullable Trace counted, Instant begin, String runs)
      throws IOException {
    if (recorded.threads().isEmpty() && counted == null) {
      return;
    }
    Map<String, String> facts = new LinkedHashMap<>();
    if (counted != null) {
      facts.putAll(counted.info().keys());
      // Its times were; these are by samples.
      facts.remove("estimated-calls");
    }
    facts.put(TraceInfo.RUNS, runs);
    facts.put("elapsed-nsec", Long.toString(recorded.elapsed()));
    facts.put("begin", begin.toString());
    OutputFile.replace(
        folder.calls(),
        temporary ->
            Fusion.write(counted, recorded, uncounted, Fusion.Form.PROGRAM, facts, temporary));
  }

  private int run(Path file) throws IOException {
    Map<Path, Path> resources = new HashMap<>(request.resources());
    Path original = resources.get(request.program());
    if (original != null) {
      resources.put(file, original);
    }
    Program program =
        new Program(path(file), mainClass).withWarmups(request.warmups()).withResources(resources);
    String[] arguments = request.arguments().toArray(String[]::new);
    int exitCode =
        Vm.start(request.engine(), new Observation()).run(program, properties(), arguments);
    System.out.flush();
    System.err.flush();
    return exitCode;
  }

  /**
   * Reads the calls of all paths and draws the flame graph.
   *
   * @param progress receives from time to time the number of bytes read
   * @throws IOException if it cannot be read
   */
  public Trace read(LongConsumer progress) throws IOException {
    return FlameGraph.draw(InputFile.check(folder.calls()), folder.path(), progress);
  }
}
