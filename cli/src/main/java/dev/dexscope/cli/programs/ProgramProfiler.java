package dev.dexscope.cli.programs;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.EarlyEnd;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.FirstAnswer;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.profile.ProfileFolder;
import dev.dexscope.profile.ProfileRequest;
import dev.dexscope.profile.ProfileRun;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code dexscope profile} of a program: it is instrumented, run once or often, and its profile
 * printed.
 */
final class ProgramProfiler {
  /** The exit code of a shell for a program that SIGINT has ended. */
  private static final int INTERRUPTED = 130;

  private final Terminal terminal;
  private final ProfileRequest request;
  private final ProfileTables tables;
  private ExitCode outcome = ExitCode.DONE;

  ProgramProfiler(Terminal terminal, ProfileRequest request, ProfileTables tables) {
    this.terminal = terminal;
    this.request = request;
    this.tables = tables;
  }

  /** Returns how it went. */
  ExitCode outcome() {
    return outcome;
  }

  /**
   * Profiles the program, and returns the files of its profiles that are whole.
   *
   * @param runs how often
   * @param isOfSeveral whether this is one process of several, which prints what all have
   */
  List<Path> profile(int runs, boolean isOfSeveral) throws IOException {
    ProfileRun prepared = ProfileRun.prepare(request);
    InjectionReport injected = step("injecting", () -> inject(prepared));
    print(injected, prepared.folder());
    ProfileRun run = step("translating", () -> translated(prepared));
    if (runs > 1) {
      return runOften(run, runs);
    }
    try (var end = new EarlyEnd(terminal, () -> run.end(INTERRUPTED))) {
      int exitCode = step("running", run::run);
      if (isOfSeveral) {
        step("reading the trace", () -> read(run));
        return List.of();
      }
      report(run);
      printPaths(run, exitCode);
      return end.isAskedFor() || outcome != ExitCode.DONE
          ? List.of()
          : List.of(run.folder().calls());
    }
  }

  private List<Path> runOften(ProfileRun first, int runs) throws IOException {
    var measured = new RepeatedProfiles(terminal, tables);
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
        measured.add(read(run));
        folders.add(run.folder().path());
        traces.add(run.folder().calls());
      }
      if (measured.size() > 0) {
        measured.print();
        terminal.out().println();
        terminal.out().println("profiled     " + first.injected());
        folders.forEach(each -> terminal.out().println("run          " + each));
      }
    }
    return traces;
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

  private ProfileRun translated(ProfileRun run) throws IOException {
    try (var progress = new Progress(terminal, "translating", 0, 0)) {
      progress.at(0);
      run.translate();
      return run;
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

  /** Prints the table. Its failure is reported, but what else there is remains and is listed. */
  private void report(ProfileRun run) {
    try {
      View view = View.of(step("reading the trace", () -> read(run)), Filter.ALL);
      String runs = view.trace().info().keys().getOrDefault(TraceInfo.RUNS, "");
      terminal.out().println();
      terminal.out().println(how(runs, view.trace().observed().sampleNanos()));
      FirstAnswer.print(terminal, view.trace(), run.folder().calls());
      tables.print(view);
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
    String where =
        request.elsewhere() == null
            ? ""
            : " at Android's safepoints, where an inlined method's time is its caller's";
    String samples =
        String.format(Locale.ROOT, "a sample each %.1f ms%s", sampleNanos / 1e6, where);
    return switch (runs) {
      case "twice" ->
          "ran twice: times by samples of the program as it is, " + samples + "; calls counted";
      case "once" ->
          "ran once, instrumented, "
              + (request.isOnce() ? "" : "because it waits for clients: ")
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
          request.warmups() > 0
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
