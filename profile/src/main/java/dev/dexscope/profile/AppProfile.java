package dev.dexscope.profile;

import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.AppProcess;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.observe.recording.Recorded;
import dev.dexscope.observe.recording.RecordedFile;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Transform;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.finding.Finding;
import dev.dexscope.trace.finding.Findings;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The profile of an app during its recorded scenario: the trace, the events over time, and the page
 * that shows both.
 *
 * <pre>{@code
 * AppProfile.prepare(folder);
 * AppProfile profile = AppProfile.of(request, AppProcess.run(framework, request, List.of()), _ -> {});
 * }</pre>
 *
 * @param folder the folder of all files
 * @param run the events
 * @param trace the app's calls with the times of the steps as they are; or, if this Java VM records
 *     nothing, the trace of its calls
 * @param shares CPU time by whose code it was, over all threads
 * @param moments the relaunch and the steps, in their order, each with what took its time
 * @param slowFrames the slowest frames of the recording, the slowest first, likewise
 */
public record AppProfile(
    Path folder,
    AppRun run,
    Trace trace,
    CodeShares shares,
    List<Moment> moments,
    List<Moment> slowFrames) {
  private static final String TRACE = "app.trace";
  private static final String CALLS = "app.calls";
  private static final String PAGE = "index.html";
  private static final String SLOWEST = "slowest.html";

  /** The number of frames that are listed with their methods: each costs a pass over the trace. */
  private static final int FRAMES = 10;

  /** The number of methods listed for a part. */
  private static final int METHODS = 4;

  private static final int CAUSES = 3;

  private static final int FINDINGS = 3;

  /**
   * A part of the recorded run.
   *
   * @param event which
   * @param cpu nanoseconds of CPU time of all threads
   * @param methods those that took most of it
   * @param causes methods of the app that took most of it, the platform's that they called included
   * @param findings what stands out in it
   */
  public record Moment(
      Event event, long cpu, List<Cost> methods, List<Cost> causes, List<Finding> findings) {}

  /**
   * Makes a folder ready: what an earlier profile has left in it is deleted.
   *
   * @param folder must not exist, or be empty, or be of an earlier profile
   * @throws IOException if an I/O error occurs
   */
  public static void prepare(Path folder) throws IOException {
    NewFolder.check(folder, each -> isProfile(each) || isProfile(ProfileFolder.run(each, 1)));
    OutputFolder.delete(folder);
    NewFolder.create(folder);
  }

  private static boolean isProfile(Path folder) throws IOException {
    return AppRequest.isIn(folder, trace(folder));
  }

  /** Returns where the trace of a run into a folder goes. */
  public static Path trace(Path folder) {
    return folder.resolve(TRACE);
  }

  /**
   * Returns the folder of a run whose trace this is: none if it is not that of an app's profile.
   */
  public static Optional<Path> folderOf(Path trace) {
    Path folder = trace.toAbsolutePath().getParent();
    return folder != null && trace.endsWith(TRACE) && isTraced(folder)
        ? Optional.of(folder)
        : Optional.empty();
  }

  /**
   * Runs the app as requested, and draws the pictures.
   *
   * @throws IOException if an I/O error occurs
   */
  public static AppProfile run(
      AppFramework framework, AppRequest request, List<String> options, LongConsumer progress)
      throws IOException {
    List<String> java = new ArrayList<>(AppRequest.recordingOptions(request.folder()));
    java.addAll(options);
    AppProfile profile = of(request, AppProcess.run(framework, request, java), progress);
    Files.deleteIfExists(AppRequest.recording(request.folder()));
    return profile;
  }

  /** Returns whether a folder is of an app's run, such as one on a virtual device. */
  public static boolean isRun(Path folder) {
    return Files.isRegularFile(AppRequest.events(folder));
  }

  /**
   * Makes the profile of a run on a virtual device.
   *
   * @param folder for which {@link #isRun} is true
   * @throws RefusedFileException if the device has not recorded it, or it has not ended
   * @throws IOException if an I/O error occurs
   */
  public static AppProfile ofDevice(Path folder, LongConsumer progress) throws IOException {
    if (!Files.exists(AppRequest.recording(folder))) {
      throw new RefusedFileException(
          "no recording of a run on a device",
          folder,
          "end the app by am force-stop; one that is killed, or not recorded, leaves none");
    }
    return of(AppRequest.read(folder), AppRun.read(AppRequest.events(folder), 0), progress);
  }

  private static AppProfile of(AppRequest request, AppRun run, LongConsumer progress)
      throws IOException {
    Path recording = AppRequest.recording(request.folder());
    Path traced = trace(request.folder());
    if (!Files.exists(traced) && !Files.exists(recording)) {
      boolean isWrong =
          run.exitCode() == AppRun.WRONG_STEP
              && run.of(Kind.ENDED).isEmpty()
              && run.of(Kind.CRASH).isEmpty();
      throw new AppException(
          isWrong ? "a step failed before the recording" : "the app wrote no trace",
          traced,
          isWrong
              ? "correct it and run again"
              : "see its output: it ended before the recording; with --warmup 0 its first run is"
                  + " recorded");
    }
    AppProfile profile;
    if (Files.exists(recording)) {
      Recorded recorded = RecordedFile.read(recording);
      Trace counted = Files.exists(traced) ? TraceReader.open(traced) : null;
      Path calls = fuse(counted, recorded, Fusion.Form.APP, calls(request.folder()));
      Trace trace = FlameGraph.draw(calls, request.folder(), progress);
      profile = of(request.folder(), run, trace, each -> part(recorded, each, request.folder()));
    } else {
      Trace trace = FlameGraph.draw(traced, request.folder(), progress);
      profile = of(request.folder(), run, trace, each -> part(trace, each));
    }
    byte[] page = AppPage.of(profile, request).getBytes(StandardCharsets.UTF_8);
    OutputFile.write(profile.page(), out -> out.write(page));
    return profile;
  }

  /** Counts and times are of two passes over the steps, the second of which is traced. */
  private static Path fuse(@Nullable Trace counted, Recorded recorded, Fusion.Form form, Path calls)
      throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(TraceInfo.RUNS, counted == null ? "samples" : "twice");
    facts.put("elapsed-nsec", Long.toString(recorded.elapsed()));
    OutputFile.replace(
        calls,
        temporary -> Fusion.write(counted, recorded, Uncounted.NONE, form, facts, temporary));
    return calls;
  }

  private static Path calls(Path folder) {
    return folder.resolve(CALLS);
  }

  /** Returns the file with a run's figures: the trace, where nothing else was recorded. */
  public static Path figures(Path folder) {
    Path calls = calls(folder);
    return Files.exists(calls) ? calls : trace(folder);
  }

  /** A part of the run by itself. */
  record Part(Trace trace, Filter filter) {
    View view() {
      return View.of(trace, filter);
    }

    List<Finding> findings(int most) {
      List<Finding> findings = most == 0 ? List.of() : Findings.of(trace, filter);
      return findings.subList(0, Math.min(most, findings.size()));
    }
  }

  /** Finds the part of an event. */
  @FunctionalInterface
  interface Parts {
    Part of(Event event) throws IOException;
  }

  private static Part part(Recorded recorded, Event event, Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "part", ".calls");
    try {
      long from = Math.max(0, event.start());
      fuse(null, recorded, Fusion.Form.ofApp(from, from + event.duration() + 1), file);
      return new Part(TraceReader.open(file), Filter.ALL);
    } finally {
      Files.delete(file);
    }
  }

  static Part part(Trace trace, Event event) {
    long from = Math.max(0, event.start());
    var window = new Filter(List.of(), List.of(), List.of(), from, from + event.duration() + 1, 0);
    return new Part(trace, window.with(withoutOwn(trace)));
  }

  /** Each part costs a pass over the trace: they are made once, for the table and the page. */
  static AppProfile of(Path folder, AppRun run, Trace trace, Parts parts) throws IOException {
    List<Moment> moments = new ArrayList<>();
    for (Event each : run.moments()) {
      moments.add(moment(parts.of(each), each, FINDINGS));
    }
    List<Event> slowest =
        run.recorded(Kind.SLOW_FRAME).stream()
            .sorted(Comparator.comparingLong(Event::duration).reversed())
            .limit(FRAMES)
            .toList();
    List<Moment> slowFrames = new ArrayList<>();
    for (Event each : slowest) {
      slowFrames.add(moment(parts.of(each), each, 0));
    }
    CodeShares shares = CodeShares.of(View.of(trace, Filter.ALL));
    var profile = new AppProfile(folder, run, trace, shares, moments, slowFrames);
    Moment first = profile.slowest();
    if (first != null) {
      Part part = parts.of(first.event());
      FlameGraph.draw(part.trace(), part.filter(), profile.slowestFlame());
    }
    return profile;
  }

  /**
   * The folders of an earlier command's runs.
   *
   * @throws IOException if an I/O error occurs
   */
  public static List<Path> runs(Path folder) throws IOException {
    List<Path> runs = ProfileFolder.runs(folder, AppProfile::isTraced);
    if (runs.isEmpty()) {
      throw new RefusedFileException(
          "no profile of an app", folder, "name a folder that dexscope profile APP.apk has made");
    }
    return runs;
  }

  /** Returns whether a folder has the profile of an app's run or runs. */
  public static boolean isIn(Path folder) {
    return isTraced(folder) || isTraced(ProfileFolder.run(folder, 1));
  }

  private static boolean isTraced(Path folder) {
    return Files.isRegularFile(figures(folder)) && Files.isRegularFile(AppRequest.events(folder));
  }

  /**
   * Returns how long the relaunch and each step took in the runs that a command has left, to
   * compare.
   *
   * @throws IOException if it cannot be read
   */
  public static List<Comparison.Run> steps(Path folder) throws IOException {
    List<Comparison.Run> steps = new ArrayList<>();
    for (Path each : runs(folder)) {
      steps.add(steps(AppRun.read(AppRequest.events(each), 0)));
    }
    return steps;
  }

  private static Comparison.Run steps(AppRun run) {
    Map<String, Comparison.Figure> steps = new LinkedHashMap<>();
    for (Event each : run.moments()) {
      steps.merge(
          each.name(),
          new Comparison.Figure(each.duration(), 1),
          (a, b) -> new Comparison.Figure(a.time() + b.time(), a.calls() + b.calls()));
    }
    double total = steps.values().stream().mapToDouble(Comparison.Figure::time).sum();
    return new Comparison.Run(new Comparison.Figure(total, 1), Map.of(), steps);
  }

  /** The flame graph. */
  public Path flame() {
    return FlameGraph.in(folder);
  }

  /** The page with the run's parts and pictures. */
  public Path page() {
    return folder.resolve(PAGE);
  }

  /** All of the trace without the work of this program, which a phone does not have. */
  public View view() {
    return View.of(trace, Filter.ALL.with(withoutOwn(trace)));
  }

  private static List<Transform> withoutOwn(Trace trace) {
    List<Transform> own = new ArrayList<>();
    for (int i = 0; i < trace.methods().size(); i++) {
      Method method = trace.methods().get(i);
      if (method.className().isEmpty() && method.isSampled()) {
        own.add(new Transform.Drop(method.fullName()));
      }
    }
    return own;
  }

  /** The parts of the start, as they were recorded; those of later activities belong to steps. */
  public List<Event> startPhases() {
    long end =
        run.recorded(Kind.STEP).stream().mapToLong(Event::start).min().orElse(Long.MAX_VALUE);
    return run.recorded(Kind.PHASE).stream().filter(each -> each.start() < end).toList();
  }

  /** The states of activities that a step begins, and its slow frames, in their order. */
  public List<Event> during(Moment moment) {
    long from = moment.event().start();
    long to = from + moment.event().duration();
    return Stream.of(Kind.PHASE, Kind.SLOW_FRAME)
        .flatMap(kind -> run.recorded(kind).stream())
        .filter(each -> each.start() >= from && each.start() < to && !each.equals(moment.event()))
        .sorted(Comparator.comparingLong(Event::start))
        .toList();
  }

  /** The step, or relaunch, with the most work; null if there is none. */
  public @Nullable Moment slowest() {
    return moments.stream().max(Comparator.comparingLong(Moment::cpu)).orElse(null);
  }

  /** The flame graph of the slowest step. */
  public Path slowestFlame() {
    return folder.resolve(SLOWEST);
  }

  private static Moment moment(Part part, Event event, int findings) {
    View view = part.view();
    return new Moment(
        event,
        view.total(Timing.CPU),
        mostOf(view, METHODS),
        mostOf(view.ofProgram(), CAUSES),
        part.findings(findings));
  }

  private static List<Cost> mostOf(View view, int most) {
    return FlatProfile.sorted(FlatProfile.of(view, Grouping.METHOD), Timing.CPU).stream()
        .filter(each -> !each.name().startsWith("phase.") && each.exclusive(Timing.CPU) > 0)
        .limit(most)
        .toList();
  }
}
