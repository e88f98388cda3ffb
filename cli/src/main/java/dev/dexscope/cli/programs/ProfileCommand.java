package dev.dexscope.cli.programs;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppFramework;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.devices.OnDevice;
import dev.dexscope.cli.packages.InjectionOptions;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.DiffCommand;
import dev.dexscope.cli.traces.StoreOptions;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.DeviceSteps;
import dev.dexscope.inject.Injector;
import dev.dexscope.profile.AppProfile;
import dev.dexscope.profile.ProfileFolder;
import dev.dexscope.profile.ProfileRequest;
import dev.dexscope.profile.ProfileRun;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.vm.NoMainClassException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
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
      "that has a main method. Source is compiled against the files of -cp, which the program uses",
      "when it runs; they are not profiled. Of a class of -cp, the file that has it is.",
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
      "  dexscope profile -cp 'target/classes:target/lib/*' com.acme.Main one two",
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
  private static final int MOST_WARMUPS = 100;
  private static final int USUAL_PROCESSES = 5;

  private static final int MOST_PROCESSES = 30;

  /** The ends of programs' names: such files are not looked at as traces. */
  private static final List<String> PROGRAMS =
      List.of(".java", ".class", ".jar", ".apk", ".dex", ".apks", ".xapk", ".aab");

  /** Runs on this machine are not compared with those of phones. */
  private static final Map<String, String> HERE = Map.of("device", "Dexscope");

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description =
          "An APK, a jar, a dex file, Java source, or a folder of it; or a class of -cp, as for java.")
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
      description = "Dex files, APKs, jars, folders, and lib/* that the program uses.")
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

  @Mixin PlatformOption platform = new PlatformOption();

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
  @Nullable Integer asked;

  /** The class that was named instead of a file, without its package. */
  private @Nullable String name;

  /** The number of processes; 0 for the usual one. */
  private int processes;

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

  public ProfileCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (warmups < -1 || warmups > MOST_WARMUPS) {
      throw CliException.usage("--warmup " + warmups, "use 0 to " + MOST_WARMUPS);
    }
    if (injection.isCovering()) {
      throw CliException.usage(
          "--mode coverage measures nothing", "see which code runs: dexscope coverage " + file);
    }
    if (runs < 1) {
      throw CliException.usage("--runs " + runs, "use 1 or more");
    }
    if (asked != null) {
      if (asked < 1) {
        throw CliException.usage("--processes " + asked, "use 1 or more");
      }
      processes = asked;
    }
    List<FrameLimit> frameLimits = FrameLimit.of(failOn);
    failOn.removeIf(FrameLimit::is);
    if (baseline == null && !failOn.isEmpty()) {
      throw CliException.usage("--fail-on without --baseline", "name an earlier profile's folder");
    }
    if (onDevice.isAsked()) {
      return profileOnDevice();
    }
    nameByClass();
    boolean isFolder = Files.isDirectory(file);
    if (!isFolder && isTrace(file)) {
      throw CliException.usage(
          file + " is a trace, not a program", "see what it has: dexscope report " + file);
    }
    if (isFolder && AppProfile.isRun(file)) {
      return new AppProfiler(terminal, app, tables()).profileOfDevice(file, frameLimits);
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
    addLibraries();
    try (DexProgram program = code(file)) {
      if (platform.at(app.api).isNeeded(engine.chosen, List.of(program.path()))) {
        return platform.runAgain(line());
      }
      for (Path each : classPath) {
        used.add(code(each));
      }
      try {
        List<DexProgram> all = new ArrayList<>(List.of(program));
        all.addAll(used);
        return profile(all);
      } catch (IOException | RuntimeException e) {
        throw CliException.reworded(e, program::named);
      }
    } finally {
      used.forEach(DexProgram::close);
    }
  }

  /** Finds the file of a program that is named as for {@code java}: by -cp and its class. */
  private void nameByClass() throws IOException {
    classPath = ClassPathFiles.of(classPath);
    if (mainClass != null
        || !NamedProgram.is(file)
        || (classPath.isEmpty() && !libraries.isAsked())) {
      return;
    }
    addLibraries();
    var named = NamedProgram.of(file, classPath);
    file = named.file();
    mainClass = named.mainClass();
    classPath = new ArrayList<>(named.others());
    name = named.simpleName();
  }

  private void addLibraries() throws IOException {
    classPath.addAll(libraries.get(terminal));
    libraries.coordinates.clear();
  }

  /** Returns the part of the whole time; negative if no error is to be reached. */
  private double wantedError() {
    if (error == null) {
      return -1;
    }
    Double wanted = DiffCommand.limit(List.of(error));
    if (wanted == null || wanted == 0 || (processes > 0 && processes < RepeatedProfiles.LEAST)) {
      throw CliException.usage(
          "--error " + error + (processes > 0 ? " of " + processes + " processes" : ""),
          "name a limit above 0 and " + RepeatedProfiles.LEAST + " processes or more");
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
    var several = new ProfileProcesses(terminal, line(), folder, tables());
    List<Path> profiles = several.profile(processes, wanted);
    store.add(terminal, profiles, HERE);
    return baseline == null || !several.isWhole()
        ? ExitCode.DONE.code()
        : DiffCommand.of(terminal, ProfileFolder.profilesIn(baseline), profiles, failOn).call();
  }

  private List<String> line() {
    return Objects.requireNonNull(spec).root().commandLine().getParseResult().originalArgs();
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
    return platform
        .at(app.api)
        .compile(each, classPath, app.dexLevel(), engine.chosen.dexing(), messages);
  }

  private int profileOnDevice() throws IOException {
    if (app.isAsked()
        || baseline != null
        || runs > 1
        || error != null
        || engine.isAsked()
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
    String named = name == null ? ProfileRun.baseName(file) : name;
    Path folder = output == null ? Path.of(named + "-profile") : output;
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
    if (injection.isAsked() || tauConf != null || engine.isAsked()) {
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
  private int profile(List<DexProgram> programs) throws IOException {
    Path program = programs.getFirst().path();
    List<Path> path = programs.stream().skip(1).map(DexProgram::path).toList();
    var profiler =
        new ProgramProfiler(
            terminal,
            request(program).withClassPath(path).withResources(DexProgram.resources(programs)),
            tables());
    try {
      List<Path> profiles = profiler.profile(runs, number > 0);
      if (!profiles.isEmpty()) {
        store.add(terminal, profiles, HERE);
      }
      return profiler.outcome().code();
    } catch (NoMainClassException e) {
      if (mainClass == null) {
        printDeviceSteps(program);
      }
      throw e;
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

  private ProfileRequest request(Path program) throws IOException {
    checkEngine();
    var injected = injection.settings(List.of(program), ClassPath.ofHostJdk(), terminal::tell);
    ProfileRequest all =
        ProfileRequest.of(program, folder())
            .withMainClass(mainClass)
            .withArguments(arguments)
            .withTauConf(runTimeSettings())
            .withWarmups(Math.max(0, warmups))
            .withInjection(injected);
    ProfileRequest on =
        engine.chosen == ProgramEngine.ART
            ? all.elsewhere(new ArtRuntime(engine.art(List.of()).on(platform)))
            : all.withEngine(engine.chosen.ofVm());
    return once ? on.once() : on;
  }

  private void checkEngine() {
    if (engine.chosen == ProgramEngine.ART && warmups > 0) {
      throw CliException.usage(
          "--warmup with --engine art", "omit it, or repeat the work in the program");
    }
    engine.check();
  }

  private ProfileTables tables() {
    return new ProfileTables(terminal, top, wide);
  }
}
