package dev.dexscope.cli.programs;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.packages.InjectionOptions;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Table.Column;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Settings;
import dev.dexscope.profile.ProfileFolder;
import dev.dexscope.profile.ProfileRequest;
import dev.dexscope.profile.ProfileRun;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.vm.Engine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope profile}: from a program to the picture of where its time goes. */
@Command(
    name = "profile",
    description =
        "Puts the profiler into a program, runs it on the embedded virtual machine, and shows where"
            + " the time went.",
    footer = {
      "",
      "FILE is an APK, a jar with classes.dex or a dex file, with a class that has a"
          + " main(String[]). What",
      "the program prints passes through. DIR has then: the profiled file, the flame graph, TAU's"
          + " profiles",
      "of all threads, the trace of all calls. It may be that of an earlier run.",
      "The exit code is 0 when there is a profile, whatever the program's was, which is printed.",
      "",
      "Examples:",
      "  dexscope profile app.apk",
      "  dexscope profile app.jar --main com.acme.Main -o profile -- one two",
      "  dexscope profile app.apk --include com.acme --exclude 'com.acme.log'",
      "  dexscope profile app.dex --tau-conf cpu.conf    # TAU_METRICS=TIME:CPU_TIME",
    })
public final class ProfileCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FILE", description = "An APK, a jar or a dex file.")
  Path file = Path.of("");

  @Parameters(
      index = "1..*",
      paramLabel = "ARGS",
      description = "The program's arguments; behind -- if they look like options.")
  List<String> arguments = new ArrayList<>();

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description = "The class to run. Default: the manifest's Main-Class, else the only one.")
  @Nullable String mainClass;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Where everything goes. Default: NAME-profile.")
  @Nullable Path output;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = "translated (default: HotSpot runs it) or interpreted (the reference).")
  Engine engine = Engine.TRANSLATED;

  @Option(
      names = "--tau-conf",
      paramLabel = "CONF",
      description = "Settings for the profiler, see docs/runtime.md.")
  @Nullable Path tauConf;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Methods to show, 0 for all; default ${DEFAULT-VALUE}.")
  int top = 15;

  @Mixin InjectionOptions injection = new InjectionOptions();

  private final Terminal terminal;
  private ExitCode outcome = ExitCode.DONE;

  public ProfileCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    ProfileRun run = ProfileRun.prepare(request());
    InjectionReport injected = step("injecting", () -> inject(run));
    print(injected);
    int exitCode = step("running", run::run);
    attempt("reading the trace", () -> report(run));
    attempt("collecting the profiles", () -> checkProfiles(run));
    printPaths(run, exitCode);
    return outcome.code();
  }

  private ProfileRequest request() throws IOException {
    InputFile.check(file);
    String settings =
        tauConf == null ? "" : Files.readString(InputFile.check(tauConf), StandardCharsets.UTF_8);
    var injected =
        new Settings(
                injection.mode(),
                injection.selection(this::warn),
                injection.all(),
                false,
                UnaryOperator.identity(),
                ClassPath.ofHostJdk())
            .withForce(injection.force());
    Path folder = output == null ? Path.of(ProfileRun.baseName(file) + "-profile") : output;
    return new ProfileRequest(file, mainClass, arguments, engine, folder, settings, injected);
  }

  /** Part of the work. */
  @FunctionalInterface
  private interface Step<T> {
    T run() throws IOException;
  }

  /** Part of the work without a result. */
  @FunctionalInterface
  private interface Attempt {
    void run() throws IOException;
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

  /** A step that others can do without: its failure is told, and they are done. */
  private void attempt(String name, Attempt attempt) {
    try {
      attempt.run();
    } catch (IOException | RuntimeException e) {
      Failure failure = Failure.of(CliException.step(name, e));
      terminal.err().println("dexscope: " + failure.line());
      outcome = outcome == ExitCode.DONE ? failure.exitCode() : outcome;
    }
  }

  private InjectionReport inject(ProfileRun run) throws IOException {
    try (var progress = new Progress(terminal, "instrumenting", 0, 0)) {
      progress.at(0);
      return run.inject();
    }
  }

  private void print(InjectionReport report) {
    report.notes().forEach(this::warn);
    report.left().forEach(each -> warn("not profiled, " + each.method() + ": " + each.reason()));
    terminal
        .err()
        .printf(
            Locale.ROOT,
            "dexscope: %,d of %,d methods instrumented and verified%n",
            report.instrumented(),
            report.seen());
  }

  private void report(ProfileRun run) throws IOException {
    Path file = InputFile.check(run.folder().trace());
    Trace trace;
    try (var progress = new Progress(terminal, "reading " + file, Files.size(file))) {
      trace = run.read(progress::at);
    }
    table(View.of(trace, Filter.ALL)).print(terminal.out());
  }

  private Table table(View view) {
    var table =
        new Table(
            Column.number("share"),
            Column.number("exclusive_ms"),
            Column.number("inclusive_ms"),
            Column.number("calls"),
            Column.text("method"));
    long total = view.total(Timing.WALL);
    List<Cost> costs = FlatProfile.sorted(FlatProfile.of(view, Grouping.METHOD), Timing.WALL);
    for (Cost cost : costs.subList(0, top > 0 ? Math.min(top, costs.size()) : costs.size())) {
      long exclusive = cost.exclusive(Timing.WALL);
      table.add(
          String.format(Locale.ROOT, "%.1f%%", 100.0 * exclusive / Math.max(1, total)),
          exclusive / 1e6,
          cost.inclusive(Timing.WALL) / 1e6,
          cost.calls(),
          cost.name());
    }
    return table;
  }

  private void checkProfiles(ProfileRun run) throws IOException {
    if (run.folder().profiles().isEmpty()) {
      throw CliException.badInput(
          "the program called no instrumented method",
          run.folder().path(),
          "see what it printed, and --include");
    }
    long throttled = run.throttled();
    if (throttled > 0) {
      warn(
          throttled
              + " short methods were not timed any more after many calls, [THROTTLED] in the"
              + " profiles; TAU_THROTTLE=0 in a --tau-conf times all");
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
    if (Files.exists(folder.trace())) {
      out.println("trace        " + folder.trace());
    }
    if (Files.exists(folder.flame())) {
      out.println("flame graph  " + folder.flame());
    }
  }

  private void warn(String text) {
    terminal.err().println("dexscope: " + text.replaceAll("\\p{Cntrl}", "?"));
  }
}
