package dev.dexscope.cli.programs;

import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.FrameFigures;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.profile.AppBenchmark;
import dev.dexscope.profile.AppProfile;
import dev.dexscope.profile.CodeShares;
import dev.dexscope.profile.ProfileFolder;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.RepeatedCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** {@code dexscope profile} of an app: its scenario recorded, and where its CPU time went. */
final class AppProfiler {
  /** Methods with less of a step's time are not named with it. */
  private static final double LEAST_SHARE = 0.1;

  private static final int SLOW_FRAMES = 3;

  private final Terminal terminal;
  private final AppOptions options;
  private final ProfileTables tables;
  private final List<Path> traces = new ArrayList<>();

  AppProfiler(Terminal terminal, AppOptions options, ProfileTables tables) {
    this.terminal = terminal;
    this.options = options;
    this.tables = tables;
  }

  /**
   * Returns the exit code: the app's, when it was not 0.
   *
   * @param limits of all runs' frames
   */
  int profile(
      AppFramework framework, Path app, Path folder, int warmups, int runs, List<FrameLimit> limits)
      throws IOException {
    AppProfile.prepare(folder);
    List<RepeatedCost.Run> costs = new ArrayList<>();
    List<AppProfile> profiles = new ArrayList<>();
    for (int i = 1; i <= runs; i++) {
      Path own = runs == 1 ? folder : Files.createDirectory(ProfileFolder.run(folder, i));
      AppRequest request =
          options.request(
              terminal,
              app,
              own.toAbsolutePath(),
              warmups,
              AppProfile.trace(own).toAbsolutePath() + "");
      AppProfile profile;
      try (var progress = new Progress(terminal, "running " + app.getFileName(), 0, 0)) {
        profile = AppProfile.run(framework, request, List.of(), progress::at);
        options.report(request, profile.run());
      } finally {
        AppRequest.clean(own);
        OutputFolder.delete(own.resolve("home"));
      }
      profiles.add(profile);
      int exitCode = AppEnd.conclude(terminal, profile.run(), request);
      if (exitCode != 0) {
        print(profile, options.time);
        return exitCode;
      }
      traces.add(AppProfile.trace(own));
      costs.add(ProfileTables.run(profile.view()));
    }
    new AppBenchmark(
            app.getFileName() + "",
            profiles.stream().map(AppProfile::run).toList(),
            options.framesPerSecond,
            warmups)
        .write(folder);
    if (runs == 1) {
      print(profiles.getFirst(), options.time);
    } else {
      tables.print(costs);
      terminal.out().println();
      profiles.forEach(each -> terminal.out().println("run          " + each.page()));
      print(frames(profiles));
    }
    return check(frames(profiles), limits);
  }

  /**
   * Makes and prints the profile of a run that a virtual device has recorded; returns the exit
   * code.
   *
   * @param folder that of the run
   */
  int profileOfDevice(Path folder, List<FrameLimit> limits) throws IOException {
    AppProfile profile;
    try (var progress = new Progress(terminal, "reading " + folder.getFileName(), 0, 0)) {
      profile = AppProfile.ofDevice(folder.toAbsolutePath(), progress::at);
    }
    // Not before: a run without a recording may go on.
    AppRequest.clean(folder);
    OutputFolder.delete(folder.resolve("home"));
    print(profile, AppOptions.Time.REAL);
    return check(frames(List.of(profile)), limits);
  }

  /** Returns the traces of the runs that ended well. */
  List<Path> traces() {
    return List.copyOf(traces);
  }

  private static FrameFigures frames(List<AppProfile> profiles) {
    return FrameFigures.of(
        profiles.stream().flatMap(each -> each.run().frames().stream()).toList());
  }

  private int check(FrameFigures frames, List<FrameLimit> limits) {
    ExitCode outcome = ExitCode.DONE;
    for (FrameLimit each : limits) {
      if (each.isExceededBy(frames)) {
        terminal.out().println(each.excess(frames));
        outcome = ExitCode.NO;
      }
    }
    return outcome.code();
  }

  private void print(FrameFigures frames) {
    if (frames.count() > 0) {
      terminal
          .out()
          .printf(
              Locale.ROOT,
              "frames       %d, ms of CPU time: p50 %.1f, p90 %.1f, p95 %.1f, p99 %.1f%n",
              frames.count(),
              frames.percentile(50) / 1e6,
              frames.percentile(90) / 1e6,
              frames.percentile(95) / 1e6,
              frames.percentile(99) / 1e6);
    }
  }

  private void print(AppProfile profile, AppOptions.Time time) {
    var out = terminal.out();
    out.print("start       ");
    String separator = " ";
    for (Event each : profile.startPhases()) {
      out.printf(Locale.ROOT, "%s%s %.1f ms", separator, each.name(), each.duration() / 1e6);
      separator = ", ";
    }
    out.println();
    profile.moments().forEach(each -> print("step", each));
    profile.slowFrames().stream().limit(SLOW_FRAMES).forEach(each -> print("slow frame", each));
    out.println();
    tables.print(profile.view());
    out.println();
    CodeShares shares = profile.shares();
    out.printf(
        Locale.ROOT,
        "CPU time     %.1f ms, by whose method ran: app %.0f %%, libraries %.0f %%, framework %.0f %%%s%s%n",
        shares.total() / 1e6,
        shares.percent(shares.app()),
        shares.percent(shares.libraries()),
        shares.percent(shares.framework()),
        part(" (%.0f %% without a method's name)", shares, shares.unnamed()),
        part(", Dexscope %.0f %%", shares, shares.own()));
    print(frames(List.of(profile)));
    out.println("slow frames  " + profile.run().recorded(Kind.SLOW_FRAME).size());
    display("first frame", profile.run().timeToInitialDisplay());
    display("full display", profile.run().timeToFullDisplay());
    out.println("calls        " + profile.trace().info().file());
    Path timeline = AppProfile.trace(profile.folder());
    if (Files.exists(timeline)) {
      out.println("timeline     " + timeline);
    }
    out.println("flame graph  " + profile.flame());
    out.println("page         " + profile.page());
    new AppRunner(terminal, options).tell(profile.run(), time);
  }

  /** Samples of the steps as they are have no such parts. */
  private static String part(String words, CodeShares shares, long time) {
    return time == 0 ? "" : String.format(Locale.ROOT, words, shares.percent(time));
  }

  /** A step or a frame with what the app did in it. */
  private void print(String what, AppProfile.Moment moment) {
    var line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "%-12s %s: %.1f ms, CPU %.1f ms",
            what,
            Terminal.plain(moment.event().name()),
            moment.event().duration() / 1e6,
            moment.cpu() / 1e6));
    String before = ": ";
    for (Cost each : moment.causes()) {
      double share = moment.cpu() == 0 ? 0 : (double) each.exclusiveCpu() / moment.cpu();
      if (share >= LEAST_SHARE) {
        line.append(
            String.format(
                Locale.ROOT,
                "%s%.0f %% %s",
                before,
                100 * share,
                Terminal.plain(brief(each.name()))));
        before = ", ";
      }
    }
    terminal.out().println(line);
  }

  /** {@code Species.parse} of {@code app.data.Species.parse(Ljava/lang/String;)V}. */
  private static String brief(String method) {
    int open = method.indexOf('(');
    String name = open < 0 ? method : method.substring(0, open);
    int type = name.lastIndexOf('.');
    return name.substring(name.lastIndexOf('.', type - 1) + 1);
  }

  private void display(String what, OptionalLong nanos) {
    if (nanos.isPresent()) {
      terminal.out().printf(Locale.ROOT, "%-12s %.1f ms%n", what, nanos.getAsLong() / 1e6);
    }
  }
}
