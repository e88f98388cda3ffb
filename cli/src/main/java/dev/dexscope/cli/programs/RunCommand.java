package dev.dexscope.cli.programs;

import dev.dexscope.agents.AgentOption;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.observe.trace.TraceRequest;
import dev.dexscope.trace.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexscope run}: runs Dalvik code. */
@Command(
    name = "run",
    description = "Runs a program in dex code, or a whole app, on the embedded virtual machine.",
    footer = {
      "",
      "CLASS is a class with a main method, looked for in the files of -cp. FILE is a dex file, an"
          + " APK or",
      "a jar with classes.dex: its manifest's Main-Class runs, else its only class with a main"
          + " method.",
      "Java source, class files, folders and jars of them are made into dex code first, see dexscope d8;",
      "source is compiled against the files of -cp. A folder beside -cp ends with /.",
      "What follows belongs to the program, and so does the exit code.",
      "",
      "An APK with an activity for the launcher runs as an app: its application, its content providers and",
      "that activity start, then --do and --script are done to it. Exit code 0 when all was done, 1 when",
      "the app crashed, 2 when a step could not be done, 4 when a file could not be written. It runs in",
      "a process of its own, with your rights: run what you trust. Native libraries do too: before those of",
      "a package run for the first time, the permission is requested; without a terminal a line names them.",
      "See dexscope apps, and docs/apps.md for the steps.",
      "",
      "Examples:",
      "  dexscope run Hello.java",
      "  dexscope run hello.jar",
      "  dexscope run -cp lib.jar Hello.java",
      "  dexscope run --with com.google.code.gson:gson:2.13.1 --api 35 Hello.java",
      "  dexscope run -cp src:lib.jar com.acme.Main",
      "  dexscope run -cp app.dex:lib.jar app.Main one two",
      "  dexscope run --trace app.trace app.dex && dexscope report app.trace",
      "  dexscope run --agentpath ./libgctest.so hello.jar",
      "  dexscope run --agent Waiters.java hello.jar",
      "  dexscope run app.apk --do 'tap:id/login; screenshot:login.png'",
      "  dexscope run -Xmx1g -Dlevel=3 --engine interpreted app.dex",
      "  dexscope run --engine art --trace app.trace app.dex",
    })
public final class RunCommand implements Callable<Integer> {
  private static final int MAX_TRACE_BUFFER = 1024;

  @Parameters(
      paramLabel = "CLASS|FILE",
      arity = "1..*",
      description = "The program and its arguments.")
  List<String> words = new ArrayList<>();

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "FILE",
      split = ":",
      description =
          "Dex files, APKs, jars, folders, and lib/* that hold the program, or that it uses.")
  List<Path> classPath = new ArrayList<>();

  @Mixin LibraryOption libraries = new LibraryOption();

  @Mixin EngineOption engine = new EngineOption();

  @Mixin PlatformOption platform = new PlatformOption();

  @Mixin AppOptions app = new AppOptions();

  @Option(
      names = "--trace",
      paramLabel = "OUT",
      description = "Writes a Traceview trace of all calls, with elapsed and CPU time.")
  @Nullable Path trace;

  @Option(
      names = "--sample",
      paramLabel = "MICROS",
      description = "Traces by samples at this interval instead of all calls.")
  @Nullable Integer sampled;

  @Option(
      names = "--trace-buffer",
      paramLabel = "MB",
      description =
          "With --engine art: traces into a buffer of this size, where later calls are missing, instead"
              + " of a stream.")
  int traceBuffer;

  @Option(
      names = "--wall-clock",
      description = "Traces elapsed time only: reading CPU time costs most of a trace's time.")
  boolean wallClock;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      mapFallbackValue = "",
      description = "Sets a system property.")
  Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "-X",
      paramLabel = "OPTION",
      description = "-Xmx, -Xms, -Xss: sizes of heap and stacks, as of java.")
  List<String> sizes = new ArrayList<>();

  @Option(
      names = "--jfr",
      paramLabel = "OUT",
      description = "Records the Java VM's own events for JDK Mission Control.")
  @Nullable Path recording;

  @Option(
      names = "--agents-later",
      description =
          "Keeps all capabilities of native agents, which costs time, for agents that are attached later by"
              + " 'dexscope agent attach'.")
  boolean agentsLater; // The launcher reads it.

  @Option(
      names = "--platform-calls",
      description =
          "Also reports method entries and exits of the platform's methods and native ones to native"
              + " agents that request them, which makes all code much slower.")
  boolean platformCalls; // The launcher reads it.

  @Option(
      names = "--dex-load-hook",
      description =
          "Passes to native agents a dex file of each class in ClassFileLoadHook, as ART does, instead of"
              + " the translated class file.")
  boolean dexLoadHook; // The launcher reads it.

  @Option(
      names = "--check-agents",
      description =
          "Reports on standard error where native agents misuse JNI, and which calls of JVM TI fail.")
  boolean checkAgents; // The launcher reads it.

  private final List<AgentOption> agents = new ArrayList<>();

  /** Agents start in the order in which they are named, by either option. */
  @Option(
      names = "--agentpath",
      paramLabel = "LIB[=OPTIONS]",
      description = "Loads a native agent, compiled against the JDK's jvmti.h, by its path.")
  void agentPath(String[] words) {
    for (String each : words) {
      addOnce(AgentOption.path(each));
    }
  }

  @Option(
      names = "--agentlib",
      paramLabel = "NAME[=OPTIONS]",
      description = "Loads a native agent by the name of its library.")
  void agentLib(String[] words) {
    for (String each : words) {
      addOnce(AgentOption.name(each));
    }
  }

  @Option(
      names = "--agent",
      paramLabel = "CODE[=OPTIONS]",
      description =
          "Starts an agent in Java that watches the program: a jar, a folder of classes, or a source"
              + " file.")
  void agent(String[] words) {
    for (String each : words) {
      addOnce(AgentOption.java(each));
    }
  }

  /** Each time that an option occurs, all its words are passed again. */
  private void addOnce(AgentOption agent) {
    if (!agents.contains(agent)) {
      agents.add(agent);
    }
  }

  @Option(
      names = "--javaagent",
      paramLabel = "JAR[=OPTIONS]",
      description = "Starts an agent of java.lang.instrument, which sees class files.")
  void javaAgent(String[] words) {
    for (String each : words) {
      addOnce(AgentOption.instrument(each));
    }
  }

  private @Nullable CommandSpec spec;

  /** Options after a program's name are its own. */
  @Spec
  void spec(CommandSpec spec) {
    this.spec = spec;
    spec.parser().stopAtPositional(true);
  }

  private final Terminal terminal;

  public RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (trace != null) {
      OutputFile.checkPlace(trace);
    }
    Path file = Path.of(words.getFirst());
    if (classPath.isEmpty() && Files.isRegularFile(file) && app.runs(file)) {
      readAllOptions();
      if (libraries.isAsked()) {
        throw CliException.usage("--with for an app", "omit it: an app contains its code");
      }
      return runApp();
    }
    if (app.isAsked()) {
      throw CliException.usage(
          "steps for a file that is not an app: " + file,
          "use an APK with an activity for the launcher");
    }
    checkEngine();
    RunArguments program = arguments();
    return recording == null ? program.run() : JavaRecording.run(recording, program::run);
  }

  private void checkEngine() {
    if (traceBuffer < 0 || traceBuffer > MAX_TRACE_BUFFER) {
      throw CliException.usage(
          "--trace-buffer " + traceBuffer, "use up to " + MAX_TRACE_BUFFER + " MB");
    }
    if (engine.chosen == ProgramEngine.ART && recording != null) {
      throw CliException.usage("--jfr with --engine art", "omit it: no Java VM runs the program");
    }
    engine.check();
  }

  /** Returns the arguments for a program. */
  public RunArguments arguments() {
    return new RunArguments(
        classPath,
        libraries.coordinates,
        app.dexLevel(),
        engine.chosen,
        engine.art(sizes()).withTraceBuffer(traceBuffer << 20),
        properties,
        trace,
        traceRequest(),
        agents,
        app.yes,
        platform.at(app.api),
        words,
        Objects.requireNonNull(spec).root().commandLine().getParseResult().originalArgs());
  }

  /** An app has no arguments: words after its name are options too. */
  private void readAllOptions() {
    CommandLine line = Objects.requireNonNull(spec).commandLine().setStopAtPositional(false);
    List<String> given = line.getParseResult().originalArgs();
    // The command's own name comes first.
    line.parseArgs(given.subList(given.indexOf("run") + 1, given.size()).toArray(String[]::new));
  }

  private int runApp() throws IOException {
    if (words.size() > 1) {
      throw CliException.usage(
          "an app has no arguments: " + words.get(1), "drive it with --do or --script");
    }
    if (engine.isAsked() || sampled != null || recording != null) {
      throw CliException.usage("--engine, --sample or --jfr for an app", "omit it");
    }
    return new AppRunner(terminal, app)
        .run(Path.of(words.getFirst()), trace == null ? "" : trace.toString(), sizes(), agents());
  }

  private List<String> agents() {
    return agents.stream().map(AgentOption::word).toList();
  }

  private List<String> sizes() {
    return sizes.stream().map(each -> "-X" + each).toList();
  }

  private TraceRequest traceRequest() {
    TraceRequest request =
        wallClock ? TraceRequest.EVERYTHING.withClock(Clock.WALL) : TraceRequest.EVERYTHING;
    return sampled == null
        ? request
        : request.sampledEvery(Duration.of(sampled, ChronoUnit.MICROS));
  }
}
