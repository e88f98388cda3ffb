package dev.dexscope.cli.programs;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppFramework;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.devices.OnDevice;
import dev.dexscope.cli.packages.InjectionOptions;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.EarlyEnd;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.DiffCommand;
import dev.dexscope.cli.traces.FirstAnswer;
import dev.dexscope.cli.traces.StoreOptions;
import dev.dexscope.compile.DexOptions;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.DeviceSteps;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.profile.AppProfile;
import dev.dexscope.profile.ProfileFolder;
import dev.dexscope.profile.ProfileRequest;
import dev.dexscope.profile.ProfileRun;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.RepeatedCost;
import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.NoMainClassException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexscope profile}: from a program to the picture of where its time goes. */
@Command(
    name = "profile",
    // In the order below: what is used most comes first.
    sortOptions = false,
    description =
        "Runs a program on the embedded virtual machine, as it is for its times and instrumented for"
            + " its calls, and says where the time went and why.",
    footer = {
      "",
      "FILE is Java source, a jar, a class file, a folder of them, an APK or a dex file, with a class",
      "that has a main(String[]). Source is compiled against the files of -cp, which the program uses",
      "when it runs; they are not profiled.",
      "Class files are made into dex code first, see dexscope d8. What the program prints passes"
          + " through.",
      "DIR has then: the profiled file, the flame graph, TAU's profiles of all threads, the counts and",
      "times of all calls, and the trace for the timeline. Calls are exact, times are by samples: +- is",
      "their error, and a time with less than four samples is unknown. DIR may be that of an earlier run.",
      "Ctrl-C ends the program, and shows the results so far.",
      "The program runs with your rights, outside of any sandbox: profile what you trust.",
      "The exit code is 0 when there is a profile, whatever the program's was, which is printed.",
      "",
      "An APK with an activity for the launcher is profiled as an app: it starts, its steps (--do) are",
      "done --warmup times, then it starts again and they are recorded. DIR has then index.html: the",
      "slowest step and what it was spent on, each step with a picture of the screen, slow frames",
      "(docs/apps.md).",
      "",
      "With --on-device it is injected, installed on a phone or a virtual device, started, used by you",
      "until Ctrl-C or for --seconds, fetched from and uninstalled; its splits follow it. An",
      "app that was there with the same key is put back as it was. DIR has to be new",
      "(docs/on-a-phone.md).",
      "",
      "Examples:",
      "  dexscope profile Hello.java",
      "  dexscope profile -cp lib.jar Hello.java",
      "  dexscope profile --with com.google.code.gson:gson:2.13.1 Hello.java",
      "  dexscope profile src/ --main com.acme.Main",
      "  dexscope profile app.apk --do 'tap:id/search; text:id/query=tea; swipe:up'",
      "  dexscope profile app.apk",
      "  dexscope profile app.jar --main com.acme.Main -o profile -- one two",
      "  dexscope profile app.apk --include com.acme --exclude 'com.acme.log'",
      "  dexscope profile app.jar --cpu --runs 5",
      "  dexscope profile app.jar --processes 5 -o now --baseline before --fail-on 10%%",
      "  dexscope profile app.jar --error 3%%",
      "  dexscope profile app.apk --script buy.txt --runs 3 --baseline released --fail-on 10%% -o now",
      "  dexscope profile app.apk --script buy.txt --store runs --scenario buy",
      "  dexscope profile app.apk --on-device",
      "  dexscope profile base.apk split_config.de.apk --on-device emulator-5554 --seconds 30",
    })
public final class ProfileCommand implements Callable<Integer> {
  private static final double CONFIDENCE = 0.95;
  private static final int MOST_WARMUPS = 100;
  private static final int USUAL_PROCESSES = 5;

  /** To reach an error: of two the spread is little more than a guess. */
  private static final int LEAST_PROCESSES = 3;

  private static final int MOST_PROCESSES = 30;

  /** The rows whose error has to be reached. */
  private static final int HOTTEST = 3;

  /** The ends of programs' names: such files are not looked at as traces. */
  private static final List<String> PROGRAMS =
      List.of(".java", ".class", ".jar", ".apk", ".dex", ".apks", ".xapk", ".aab");

  /** Runs on this machine are not compared with those of phones. */
  private static final Map<String, String> HERE = Map.of("device", "Dexscope");

  /** The exit code of a shell for a program that SIGINT has ended. */
  private static final int INTERRUPTED = 130;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "An APK, a jar, a dex file, Java source, or a folder of it.")
  Path file = Path.of("");

  @Parameters(
      index = "1..*",
      paramLabel = "ARGS",
      description = "The program's arguments; after -- if they look like options.")
  List<String> arguments = new ArrayList<>();

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "FILE",
      split = ":",
      description = "Dex files, APKs, jars and folders that the program uses.")
  List<Path> classPath = new ArrayList<>();

  @Mixin LibraryOption libraries = new LibraryOption();

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description =
          "The class to run. Default: the manifest's Main-Class, or the only class with a main method.")
  @Nullable String mainClass;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "The folder for all results. Default: NAME-profile.")
  @Nullable Path output;

  @Mixin EngineOption engine = new EngineOption();

  @Option(
      names = "--tau-conf",
      paramLabel = "CONF",
      description = "Settings for the profiler, see docs/probe.md.")
  @Nullable Path tauConf;

  @Option(
      names = "--cpu",
      description = "Measure CPU time too, and sort by it. It costs a system call at each event.")
  boolean cpu;

  @Option(
      names = "--once",
      description =
          "Run it once, instrumented, and take the samples then: for programs that cannot be repeated.")
  boolean once;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Run it N times, one after the other; show each method's mean and its uncertainty.")
  int runs = 1;

  @Option(
      names = "--processes",
      paramLabel = "N",
      description =
          "Run it in N processes, one after the other: they differ by more than runs in one. Default"
              + " 1; of a program that is no app 5 with --fail-on.")
  int processes;

  @Option(
      names = "--error",
      paramLabel = "LIMIT",
      description =
          "Run it in more processes, --processes or 30 at most, until the whole time and those of the"
              + " three hottest methods are known to within this much of the whole, as 3%%.")
  @Nullable String error;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Methods to show, 0 for all; default ${DEFAULT-VALUE}.")
  int top = 15;

  @Option(
      names = "--wide",
      description = "Show all columns and whole names, on lines as long as needed.")
  boolean wide;

  @Mixin InjectionOptions injection = new InjectionOptions();

  @Option(
      names = "--warmup",
      paramLabel = "N",
      description =
          "Runs of an app's steps before the recorded one, default 1; or calls of a program's main"
              + " method in the same process, with the same static fields, default 0.")
  int warmups = -1;

  @Option(
      names = "--baseline",
      paramLabel = "DIR",
      description = "Compare with this earlier profile: its methods, and an app's screens.")
  @Nullable Path baseline;

  @Option(
      names = "--fail-on",
      paramLabel = "LIMIT",
      description =
          "Exit 1 when a screen, a method or the whole is slower than the baseline by this much,"
              + " 10%%; proven with --runs 3 or more of both, see dexscope diff. Or when an app's"
              + " frames cost more than a limit: frames.p95:16ms.")
  List<String> failOn = new ArrayList<>();

  @Mixin AppOptions app = new AppOptions();

  @Mixin OnDevice onDevice = new OnDevice();

  @Mixin StoreOptions store = new StoreOptions();

  @Spec @Nullable CommandSpec spec;

  /** Of a process of several: its number, from 1 on. */
  private final int number = Integer.getInteger(ProfileProcesses.NUMBER, 0);

  private final Terminal terminal;
  private ExitCode outcome = ExitCode.DONE;

  public ProfileCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (warmups < -1 || warmups > MOST_WARMUPS) {
      throw CliException.usage("--warmup " + warmups, "use 0 to " + MOST_WARMUPS);
    }
    if (runs < 1) {
      throw CliException.usage("--runs " + runs, "use 1 or more");
    }
    if (processes < 0) {
      throw CliException.usage("--processes " + processes, "use 1 or more");
    }
    List<FrameLimit> frameLimits = FrameLimit.of(failOn);
    failOn.removeIf(FrameLimit::is);
    if (baseline == null && !failOn.isEmpty()) {
      throw CliException.usage("--fail-on without --baseline", "name an earlier profile's folder");
    }
    if (onDevice.isAsked()) {
      return profileOnDevice();
    }
    boolean isFolder = Files.isDirectory(file);
    if (!isFolder && isTrace(file)) {
      throw CliException.usage(
          file + " is a trace, not a program", "see what it has: dexscope report " + file);
    }
    if (mainClass == null && !isFolder && app.runs(InputFile.check(file))) {
      return profileApp(frameLimits);
    }
    if (app.isAsked() || !frameLimits.isEmpty()) {
      throw CliException.usage(
          "steps or limits of frames for a file that is not an app: " + file,
          "use an APK with an activity for the launcher");
    }
    store.check(HERE);
    double wanted = wantedError();
    if (processes == 0) {
      processes = error != null ? MOST_PROCESSES : failOn.isEmpty() ? 1 : USUAL_PROCESSES;
    }
    if (number == 0 && (processes > 1 || baseline != null)) {
      return profileInProcesses(wanted);
    }
    List<DexProgram> used = new ArrayList<>();
    classPath.addAll(libraries.get(terminal));
    try (DexProgram program = code(file)) {
      for (Path each : classPath) {
        used.add(code(each));
      }
      try {
        List<DexProgram> all = new ArrayList<>(List.of(program));
        all.addAll(used);
        profile(all);
      } catch (IOException | RuntimeException e) {
        throw CliException.reworded(e, program::named);
      }
      return outcome.code();
    } finally {
      used.forEach(DexProgram::close);
    }
  }

  /** Returns the part of the whole time; negative if no error is to be reached. */
  private double wantedError() {
    if (error == null) {
      return -1;
    }
    Double wanted = DiffCommand.limit(List.of(error));
    if (wanted == null || wanted == 0 || (processes > 0 && processes < LEAST_PROCESSES)) {
      throw CliException.usage(
          "--error " + error + (processes > 0 ? " of " + processes + " processes" : ""),
          "name a limit above 0 and " + LEAST_PROCESSES + " processes or more");
    }
    return wanted;
  }

  private int profileInProcesses(double wanted) throws IOException {
    if (runs > 1) {
      throw CliException.usage("--runs with --processes, --error or --baseline", "use one of them");
    }
    Path folder = folder();
    if (baseline != null) {
      checkBaseline(baseline, folder, ProfileFolder::profilesIn);
    }
    List<String> line =
        Objects.requireNonNull(spec).root().commandLine().getParseResult().originalArgs();
    List<Measured> measured = new ArrayList<>();
    List<Path> profiles =
        new ProfileProcesses(terminal, line, folder)
            .run(processes, made -> isKnown(made, measured, wanted));
    for (Path each : profiles.subList(measured.size(), profiles.size())) {
      measured.add(Measured.of(TraceReader.open(each)));
    }
    if (!measured.isEmpty()) {
      terminal.out().println();
      Trace median = Measured.median(measured).view().trace();
      FirstAnswer.print(terminal, median, Path.of(median.info().file()));
      print(measured);
      if (wanted > 0) {
        printError(measured, wanted);
      }
      terminal.out().println();
      profiles.forEach(each -> terminal.out().println("process      " + each.getParent()));
      store.add(terminal, profiles, HERE);
    }
    boolean isWhole = profiles.size() == processes || (wanted > 0 && error(measured) <= wanted);
    return baseline == null || !isWhole
        ? outcome.code()
        : DiffCommand.of(terminal, ProfileFolder.profilesIn(baseline), profiles, failOn).call();
  }

  /** Measures the profiles that are new, and returns whether all together have the error. */
  private static boolean isKnown(List<Path> profiles, List<Measured> measured, double wanted)
      throws IOException {
    if (wanted < 0) {
      return false;
    }
    for (Path each : profiles.subList(measured.size(), profiles.size())) {
      measured.add(Measured.of(TraceReader.open(each)));
    }
    return measured.size() >= LEAST_PROCESSES && error(measured) <= wanted;
  }

  /**
   * Returns the largest error of the whole time and the hottest methods, as a part of the whole.
   */
  private static double error(List<Measured> measured) {
    if (measured.size() < LEAST_PROCESSES) {
      return Double.POSITIVE_INFINITY;
    }
    var total = Sample.of(measured.stream().mapToDouble(Measured::total).toArray());
    double largest =
        Stream.concat(
                Stream.of(total),
                RepeatedCost.of(measured.stream().map(Measured::costs).toList()).stream()
                    .limit(HOTTEST)
                    .map(RepeatedCost::exclusive))
            .mapToDouble(each -> each.halfWidth(CONFIDENCE))
            .max()
            .orElse(0);
    return largest == 0 ? 0 : largest / total.mean();
  }

  private void printError(List<Measured> measured, double wanted) {
    double reached = error(measured);
    terminal.out().println();
    if (reached <= wanted) {
      terminal
          .out()
          .printf(
              Locale.ROOT,
              "error        %.1f %% of the whole, after %d processes%n",
              100 * reached,
              measured.size());
    } else {
      terminal.tell(
          String.format(
              Locale.ROOT,
              "the error of %s is not reached after %d processes, it is %.1f %%: try it on a machine"
                  + " that does nothing else",
              error,
              measured.size(),
              100 * reached));
    }
  }

  private static boolean isTrace(Path file) {
    String name = file.toString();
    if (PROGRAMS.stream().anyMatch(name::endsWith) || !Files.isRegularFile(file)) {
      return false;
    }
    try {
      TraceReader.check(file);
      return true;
    } catch (TraceFormatException | IOException e) {
      // It is said what is wrong with it as a program.
      return false;
    }
  }

  private DexProgram code(Path each) throws IOException {
    var messages = new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8);
    return DexProgram.of(each, new DexOptions(classPath, app.dexLevel(), false), messages);
  }

  private int profileOnDevice() throws IOException {
    if (app.isAsked()
        || baseline != null
        || runs > 1
        || error != null
        || engine.chosen != Engine.TRANSLATED
        || store.isAsked()
        || !classPath.isEmpty()
        || libraries.isAsked()) {
      throw CliException.usage(
          "steps, runs, engines, class paths, baselines and stores are for runs on this machine, not a"
              + " device's",
          "use the app yourself, for --seconds N or until Ctrl-C; dexscope store add adds traces");
    }
    List<Path> files = new ArrayList<>(List.of(file));
    arguments.forEach(each -> files.add(Path.of(each)));
    return onDevice
        .profile(terminal, files, mainClass, injection, runTimeSettings(), folder())
        .code();
  }

  /** Returns where everything goes. */
  private Path folder() {
    Path folder = output == null ? Path.of(ProfileRun.baseName(file) + "-profile") : output;
    return number == 0 ? folder : ProfileFolder.run(folder, number);
  }

  /** Returns the settings of {@code tau.conf}. */
  private String runTimeSettings() throws IOException {
    String settings =
        tauConf == null ? "" : Files.readString(InputFile.check(tauConf), StandardCharsets.UTF_8);
    return cpu ? settings + "\nTAU_METRICS=TIME:CPU_TIME\n" : settings;
  }

  private int profileApp(List<FrameLimit> frameLimits) throws IOException {
    if (!arguments.isEmpty()) {
      throw CliException.usage(
          "an app has no arguments: " + arguments.getFirst(), "drive it with --do or --script");
    }
    if (!classPath.isEmpty() || libraries.isAsked()) {
      throw CliException.usage("-cp or --with for an app", "omit it: an app contains its code");
    }
    if (injection.isAsked() || tauConf != null || engine.chosen != Engine.TRANSLATED) {
      throw CliException.usage(
          "options of injection for an app, which is traced by the virtual machine",
          "omit them; inject and run --do profile an injected app");
    }
    Path folder = folder();
    if (baseline != null) {
      checkBaseline(baseline, folder, AppProfile::runs);
    }
    Map<String, String> facts = factsOfApp();
    store.check(facts);
    AppFramework framework;
    try {
      framework = app.framework(terminal);
    } catch (AppException e) {
      printDeviceSteps(file);
      throw e;
    }
    var profiler = new AppProfiler(terminal, app, tables());
    // Each run of an app is a process.
    int all = Math.max(runs, processes);
    int code =
        profiler.profile(framework, file, folder, warmups < 0 ? 1 : warmups, all, frameLimits);
    store.add(terminal, profiler.traces(), facts);
    return code != 0 || baseline == null
        ? code
        : new AppComparison(terminal, baseline, failOn).compare(folder);
  }

  private Map<String, String> factsOfApp() throws IOException {
    Map<String, String> facts = new HashMap<>(HERE);
    facts.put("api", Integer.toString(app.level()));
    if (store.isAsked()) {
      try (Injector set = Injector.open(List.of(file))) {
        Optional<Manifest> manifest = set.manifest();
        manifest.ifPresent(each -> facts.put("app", each.packageName()));
        manifest.ifPresent(each -> facts.put("version", each.versionName()));
      }
    }
    return facts;
  }

  /** The runs that are in a folder. */
  @FunctionalInterface
  private interface RunsOf {
    List<Path> in(Path folder) throws IOException;
  }

  /** Before the app runs: it takes its time, and an earlier profile makes room for it. */
  private void checkBaseline(Path earlier, Path folder, RunsOf runs) throws IOException {
    DiffCommand.limit(failOn);
    runs.in(earlier);
    if (Files.exists(folder) && Files.isSameFile(earlier, folder)) {
      throw CliException.usage("the baseline is the output, " + folder, "name another one by -o");
    }
  }

  /** Profiles the first one, which uses the others. */
  private void profile(List<DexProgram> programs) throws IOException {
    Path program = programs.getFirst().path();
    List<Path> path = programs.stream().skip(1).map(DexProgram::path).toList();
    ProfileRun run;
    try {
      run =
          ProfileRun.prepare(
              request(program).withClassPath(path).withResources(DexProgram.resources(programs)));
    } catch (NoMainClassException e) {
      if (mainClass == null) {
        printDeviceSteps(program);
      }
      throw e;
    }
    InjectionReport injected = step("injecting", () -> inject(run));
    print(injected, run.folder());
    if (runs > 1) {
      runOften(run);
      return;
    }
    try (var end = new EarlyEnd(terminal, () -> run.end(INTERRUPTED))) {
      int exitCode = step("running", run::run);
      if (number > 0) {
        step("reading the trace", () -> read(run));
        return;
      }
      report(run);
      printPaths(run, exitCode);
      if (!end.isAskedFor() && outcome == ExitCode.DONE) {
        store.add(terminal, List.of(run.folder().calls()), HERE);
      }
    }
  }

  /** Without a main method it is an app, which a device can run. */
  private void printDeviceSteps(Path program) throws IOException {
    try (Injector app = Injector.open(List.of(program))) {
      Optional<Manifest> manifest = app.manifest();
      if (manifest.isPresent() && app.kind() == Injector.Kind.PACKAGE) {
        Path profiled = Path.of(ProfileRun.baseName(file) + "-profiled.apk");
        terminal.err().println("dexscope: to profile this app on a device:");
        terminal.err().println("  dexscope inject --trace " + file + " -o " + profiled);
        DeviceSteps.of(manifest.get(), DeviceSteps.installPackage(profiled), true)
            .forEach(each -> terminal.err().println("  " + Terminal.plain(each)));
      }
    }
  }

  /** A run with its costs. */
  private record Measured(View view, RepeatedCost.Run costs) {
    static Measured of(Trace trace) {
      View view = View.of(trace, Filter.ALL);
      return new Measured(view, ProfileTables.run(view));
    }

    /** The work of all threads. */
    long total() {
      return view.total(costs.measure().timing());
    }

    /** The one that stands for several. */
    static Measured median(List<Measured> all) {
      return all.stream()
          .sorted(Comparator.comparingLong(Measured::total))
          .toList()
          .get(all.size() / 2);
    }
  }

  private void runOften(ProfileRun first) throws IOException {
    List<Measured> measured = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    List<Path> traces = new ArrayList<>();
    var current = new AtomicReference<>(first);
    try (var end =
        new EarlyEnd(terminal, () -> Objects.requireNonNull(current.get()).end(INTERRUPTED))) {
      for (int i = 1; i <= runs && !end.isAskedFor(); i++) {
        ProfileRun run = first.again(i);
        current.set(run);
        step("running", run::run);
        if (end.isAskedFor()) {
          break;
        }
        measured.add(Measured.of(read(run)));
        folders.add(run.folder().path());
        traces.add(run.folder().calls());
      }
      if (!measured.isEmpty()) {
        print(measured);
        terminal.out().println();
        terminal.out().println("profiled     " + first.injected());
        folders.forEach(each -> terminal.out().println("run          " + each));
        store.add(terminal, traces, HERE);
      }
    }
  }

  /** Prints the means of several runs, with their spread. */
  private void print(List<Measured> runs) {
    var total = Sample.of(runs.stream().mapToDouble(Measured::total).toArray());
    String spread =
        total.runs() < 2
            ? ""
            : String.format(
                Locale.ROOT,
                " +- %.3f ms (95 %%), deviation of one %.3f ms",
                total.halfWidth(CONFIDENCE) / 1e6,
                total.deviation() / 1e6);
    terminal
        .out()
        .printf(
            Locale.ROOT,
            "%d %s, %s of all threads: mean %.3f ms%s%n%n",
            total.runs(),
            total.runs() == 1 ? "run" : "runs",
            runs.getFirst().costs().measure().words(),
            total.mean() / 1e6,
            spread);
    tables().print(runs.stream().map(Measured::costs).toList());
  }

  private ProfileRequest request(Path program) throws IOException {
    var injected = injection.settings(List.of(program), ClassPath.ofHostJdk(), terminal::tell);
    ProfileRequest all =
        ProfileRequest.of(program, folder())
            .withMainClass(mainClass)
            .withArguments(arguments)
            .withEngine(engine.chosen)
            .withTauConf(runTimeSettings())
            .withWarmups(Math.max(0, warmups))
            .withInjection(injected);
    return once ? all.once() : all;
  }

  /** Part of the work. */
  @FunctionalInterface
  private interface Step<T> {
    T run() throws IOException;
  }

  /** A step that the next ones need. */
  private static <T> T step(String name, Step<T> step) {
    try {
      return step.run();
    } catch (CliException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw CliException.step(name, e);
    }
  }

  private InjectionReport inject(ProfileRun run) throws IOException {
    try (var progress = new Progress(terminal, "instrumenting", 0, 0)) {
      progress.at(0);
      return run.inject();
    }
  }

  private void print(InjectionReport report, ProfileFolder folder) {
    report.notes().forEach(terminal::tell);
    report
        .left()
        .forEach(each -> terminal.tell("not profiled, " + each.method() + ": " + each.reason()));
    terminal
        .err()
        .printf(
            Locale.ROOT,
            "dexscope: %,d of %,d methods instrumented and verified%s%n",
            report.instrumented(),
            report.seen(),
            report.notMeasured().isEmpty()
                ? ""
                : "; the others are in " + Terminal.plain(folder.notMeasured().toString()));
  }

  private ProfileTables tables() {
    return new ProfileTables(terminal, top, wide);
  }

  /** Prints the table. Its failure is reported, but what else there is remains and is listed. */
  private void report(ProfileRun run) {
    try {
      View view = View.of(step("reading the trace", () -> read(run)), Filter.ALL);
      String runs = view.trace().info().keys().getOrDefault(TraceInfo.RUNS, "");
      terminal.out().println();
      terminal.out().println(how(runs, view.trace().observed().sampleNanos()));
      FirstAnswer.print(terminal, view.trace(), run.folder().calls());
      tables().print(view);
      if (run.differs()) {
        terminal.tell(
            "the run that counted calls had another exit code: counts may be of other work; --once"
                + " counts and measures in one run");
      }
    } catch (CliException e) {
      terminal.tell(Failure.of(e).line());
      outcome = e.exitCode();
    }
  }

  /** Returns how the figures were measured. */
  private String how(String runs, long sampleNanos) {
    String samples = String.format(Locale.ROOT, "a sample each %.1f ms", sampleNanos / 1e6);
    return switch (runs) {
      case "twice" ->
          "ran twice: times by samples of the program as it is, " + samples + "; calls counted";
      case "once" ->
          "ran once, instrumented, "
              + (once ? "" : "because it waits for clients: ")
              + "short methods take longer than by themselves; times by samples, "
              + samples;
      case "samples" ->
          "ran once, as it is: times by samples, " + samples + "; calls were not counted";
      default -> "ran once, instrumented; this Java VM takes no samples";
    };
  }

  private Trace read(ProfileRun run) throws IOException {
    checkProfiles(run);
    Path calls = InputFile.check(run.folder().calls());
    Trace trace;
    try (var progress = new Progress(terminal, "reading " + calls, Files.size(calls))) {
      trace = run.read(progress::at);
    }
    String missing = trace.info().keys().get("threads-missing");
    if (missing != null) {
      terminal.tell("threads that did not answer, and are not in the profile: " + missing);
    }
    return trace;
  }

  private void checkProfiles(ProfileRun run) throws IOException {
    if (run.folder().profiles().isEmpty() && !Files.exists(run.folder().calls())) {
      throw CliException.badInput(
          "the program called no instrumented method",
          run.folder().path(),
          warmups > 0
              ? "see its output, and --include; if it ends by System.exit, omit --warmup"
              : "see its output, and --include");
    }
  }

  private void printPaths(ProfileRun run, int exitCode) throws IOException {
    ProfileFolder folder = run.folder();
    var out = terminal.out();
    out.println();
    out.println("exit code    " + exitCode);
    out.println("profiled     " + run.injected());
    List<Path> profiles = folder.profiles();
    if (!profiles.isEmpty()) {
      String more = profiles.size() > 1 ? " ... " + profiles.getLast().getFileName() : "";
      out.println("TAU profiles " + profiles.getFirst() + more);
    }
    if (Files.exists(folder.calls())) {
      out.println("calls        " + folder.calls());
    }
    if (Files.exists(folder.trace())) {
      out.println("timeline     " + folder.trace());
    }
    if (Files.exists(folder.flame())) {
      out.println("flame graph  " + folder.flame());
    }
  }
}
