package dev.dexscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dexscope.observe.recording.Recorded;
import dev.dexscope.observe.recording.Recorded.Frame;
import dev.dexscope.observe.recording.Recorded.Kind;
import dev.dexscope.observe.recording.Recorded.RecordedThread;
import dev.dexscope.observe.recording.Recorded.Sample;
import dev.dexscope.observe.recording.Recorded.Source;
import dev.dexscope.observe.recording.Recorded.Span;
import dev.dexscope.observe.recording.Recorded.Stack;
import dev.dexscope.observe.recording.Recorded.Wait;
import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that were sampled and counted, made up: what is known of them is in the profile. */
class FusionTest {
  private static final long MS = 1_000_000;

  private static final Frame MAIN = program("main", 10);
  private static final Frame WORK = program("work", 20);
  private static final Frame TINY = program("tiny", 30);
  private static final Frame FORMAT = platform("java.lang.String", "format");
  private static final Frame EACH = platform("java.util.ArrayList", "forEach");
  private static final Frame SLEEP = platform("java.lang.Thread", "sleep");
  private static final Frame JOIN = platform("java.lang.Thread", "join");
  private static final Frame LOADING =
      new Frame(Kind.FIRST_USE, new Method(0, "", "(class loading)", "", "", -1), -1);

  @TempDir Path folder;

  private static Frame program(String name, int line) {
    return new Frame(Kind.PROGRAM, new Method(0, "app.Main", name, "()V", "Main.java", 1), line);
  }

  private static Frame platform(String type, String name) {
    return new Frame(Kind.PLATFORM, new Method(0, type, name + Method.SAMPLED, "()V", "", -1), -1);
  }

  private static Stack stack(Frame... frames) {
    return new Stack(List.of(frames), true, false);
  }

  /** Samples of a thread, one each millisecond from a time on. */
  private static List<Sample> samples(long thread, long from, int count, Stack stack) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      samples.add(new Sample(thread, (from + i) * MS, Source.CPU, stack));
    }
    return samples;
  }

  private Trace fuse(String counted, Uncounted uncounted, Recorded recorded) throws IOException {
    Path calls = Files.writeString(folder.resolve("counted.calls"), counted);
    Path fused = folder.resolve("fused.calls");
    Fusion.write(
        TraceReader.open(calls),
        recorded,
        uncounted,
        Fusion.Form.PROGRAM,
        Map.of("runs", "twice"),
        fused);
    return TraceReader.open(fused);
  }

  private static Cost cost(Trace trace, String name) {
    return FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD).stream()
        .filter(each -> each.name().startsWith("app.Main." + name))
        .findFirst()
        .orElseThrow();
  }

  private static String counted(String... calls) {
    return """
    dexscope calls 1
    clock wall
    method 1\tapp.Main\tmain\t()V\tMain.java
    method 2\tapp.Main\twork\t()V\tMain.java
    method 3\tapp.Main\ttiny\t()V\tMain.java
    thread 0\tmain
    """
        + String.join("\n", calls)
        + "\nend\n";
  }

  private static Recorded recorded(
      List<RecordedThread> threads, List<Sample> samples, List<Wait> waits) {
    return new Recorded(
        100 * MS, threads, samples, waits, List.of(), List.of(), List.of(), List.of(), 0);
  }

  @Test
  void callsAreCountedAndTimesAreOfSamples() throws IOException {
    List<Sample> samples = new ArrayList<>();
    samples.addAll(samples(7, 0, 30, stack(MAIN)));
    samples.addAll(samples(7, 30, 70, stack(MAIN, EACH, WORK)));
    var main = new RecordedThread(7, "main", -1, 0, 100 * MS, 80 * MS);
    Trace trace =
        fuse(
            counted("1 1 1 0 999 0 0 0", "2 2 5000 3 999 0 0 0", "3 3 600 0 999 0 0 0"),
            Uncounted.NONE,
            recorded(List.of(main), samples, List.of()));
    assertThat(cost(trace, "main").calls()).isEqualTo(1);
    assertThat(cost(trace, "work").calls()).isEqualTo(5000);
    assertThat(cost(trace, "work").exceptions()).isEqualTo(3);
    assertThat(cost(trace, "tiny").calls()).isEqualTo(600);
    // The system's 80 ms, divided as the samples are.
    assertThat(cost(trace, "main").exclusiveCpu()).isEqualTo(24 * MS);
    assertThat(cost(trace, "work").exclusiveCpu()).isEqualTo(56 * MS);
    assertThat(cost(trace, "tiny").exclusiveCpu()).isZero();
    assertThat(cost(trace, "tiny").error()).isGreaterThan(800_000);
    assertThat(trace.threads().getFirst().tree().inclusiveCpu(0)).isEqualTo(80 * MS);
  }

  @Test
  void thePlatformsTimeIsBelowTheMethodThatCalledIt() throws IOException {
    List<Sample> samples = new ArrayList<>(samples(7, 0, 25, stack(MAIN, WORK)));
    samples.addAll(samples(7, 25, 75, stack(MAIN, WORK, FORMAT)));
    var main = new RecordedThread(7, "main", -1, 0, 100 * MS, 100 * MS);
    Trace trace =
        fuse(
            counted("1 1 1 0 0 0 0 0", "2 2 9 0 0 0 0 0"),
            Uncounted.NONE,
            recorded(List.of(main), samples, List.of()));
    assertThat(cost(trace, "work").exclusiveCpu()).isEqualTo(100 * MS);
    var tree = trace.threads().getFirst().tree();
    int format = tree.size() - 1;
    assertThat(trace.methods().get(tree.method(format)).qualifiedName())
        .isEqualTo("java.lang.String.format~");
    assertThat(tree.exclusiveCpu(format)).isEqualTo(75 * MS);
    int work = trace.methods().named("app.Main.work").getFirst();
    List<LineTimes.Time> lines = trace.lines().of(work, _ -> true);
    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst().line()).isEqualTo(20);
    assertThat(lines.getFirst().self()).isEqualTo(100 * MS);
  }

  @Test
  void methodsThatAreExcludedAreTheirCallers() throws IOException {
    List<Sample> samples = new ArrayList<>(samples(7, 0, 10, stack(MAIN, TINY, WORK)));
    samples.addAll(samples(7, 10, 30, stack(MAIN, TINY)));
    samples.addAll(samples(7, 40, 60, stack(MAIN, TINY, FORMAT)));
    var main = new RecordedThread(7, "main", -1, 0, 100 * MS, 100 * MS);
    Trace trace =
        fuse(
            counted("1 1 1 0 0 0 0 0", "2 2 1 0 0 0 0 0"),
            new Uncounted(Set.of("app.Main.tiny()V"), Set.of()),
            recorded(List.of(main), samples, List.of()));
    assertThat(cost(trace, "main").exclusiveCpu()).isEqualTo(90 * MS);
    assertThat(cost(trace, "work").exclusiveCpu()).isEqualTo(10 * MS);
    assertThat(trace.methods().named("app.Main.tiny")).isEmpty();
  }

  @Test
  void methodsWithoutCountsAreSeenBelowTheLastThatWasCounted() throws IOException {
    List<Sample> samples = new ArrayList<>(samples(7, 0, 10, stack(MAIN, TINY, WORK)));
    samples.addAll(samples(7, 10, 30, stack(MAIN, EACH, TINY)));
    samples.addAll(samples(7, 40, 60, stack(MAIN, TINY, FORMAT)));
    var main = new RecordedThread(7, "main", -1, 0, 100 * MS, 100 * MS);
    Trace trace =
        fuse(
            counted("1 1 1 0 0 0 0 0", "2 2 1 0 0 0 0 0"),
            new Uncounted(Set.of(), Set.of("app.Main.tiny()V")),
            recorded(List.of(main), samples, List.of()));
    assertThat(cost(trace, "main").exclusiveCpu()).isZero();
    assertThat(cost(trace, "work").exclusiveCpu()).isEqualTo(10 * MS);
    assertThat(cost(trace, "tiny").exclusiveCpu()).isEqualTo(90 * MS);
    assertThat(cost(trace, "tiny").calls()).isZero();
  }

  @Test
  void nativeCodeIsDividedByCpuTimeAlone() throws IOException {
    var inNative = new Stack(List.of(MAIN, FORMAT), true, true);
    List<Sample> samples = new ArrayList<>(samples(7, 0, 5, inNative));
    samples.addAll(samples(7, 10, 15, stack(MAIN, WORK)));
    for (int i = 0; i < 60; i++) {
      Stack where = stack(i % 3 == 0 ? new Frame[] {MAIN} : new Frame[] {MAIN, WORK});
      samples.add(new Sample(7, (30 + i) * MS, Source.JAVA, where));
    }
    var main = new RecordedThread(7, "main", -1, 0, 100 * MS, 100 * MS);
    Trace trace =
        fuse(
            counted("1 1 1 0 0 0 0 0", "2 2 1 0 0 0 0 0"),
            Uncounted.NONE,
            recorded(List.of(main), samples, List.of()));
    // A quarter is native. Of the rest 55 of 75 looks saw work.
    assertThat(cost(trace, "main").exclusiveCpu()).isCloseTo(45 * MS, within(2L));
    assertThat(cost(trace, "work").exclusiveCpu()).isCloseTo(55 * MS, within(2L));
  }

  @Test
  void threadsAreTheSameByTheirNamesAndOrder() throws IOException {
    String counted =
        """
        dexscope calls 1
        clock wall
        method 1\tapp.Main\tmain\t()V\tMain.java
        method 2\tapp.Main\twork\t()V\tMain.java
        thread 0\tpool-4-thread-1
        1 1 11 0 0 0 0 0
        thread 1\tpool-4-thread-2
        1 1 22 0 0 0 0 0
        thread 2\tnever seen
        1 2 33 0 0 0 0 0
        end
        """;
    List<Sample> samples = new ArrayList<>(samples(8, 0, 10, stack(MAIN)));
    samples.addAll(samples(9, 0, 30, stack(MAIN)));
    Trace trace =
        fuse(
            counted,
            Uncounted.NONE,
            recorded(
                List.of(
                    new RecordedThread(8, "pool-1-thread-1", -1, 0, 90 * MS, 10 * MS),
                    new RecordedThread(9, "pool-1-thread-2", -1, 5 * MS, 90 * MS, 30 * MS)),
                samples,
                List.of()));
    assertThat(trace.threads())
        .extracting(each -> each.name())
        .containsExactly("pool-1-thread-1", "pool-1-thread-2", "never seen");
    assertThat(trace.threads())
        .extracting(each -> each.tree().inclusiveCpu(0))
        .containsExactly(10 * MS, 30 * MS, 0L);
    assertThat(trace.threads())
        .extracting(each -> each.tree().calls(1))
        .containsExactly(11L, 22L, 33L);
  }

  @Test
  void waitsAreExactAndApart() throws IOException {
    List<Wait> waits = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      waits.add(
          new Wait(
              7,
              20L * i * MS,
              (20L * i + 10 + i) * MS,
              Observed.Kind.SLEEP,
              "",
              -1,
              stack(MAIN, WORK, SLEEP)));
    }
    var main = new RecordedThread(7, "main", -1, 0, 100 * MS, 20 * MS);
    Trace trace =
        fuse(
            counted("1 1 1 0 0 0 0 0", "2 2 4 0 0 0 0 0"),
            Uncounted.NONE,
            recorded(List.of(main), samples(7, 90, 10, stack(MAIN)), waits));
    assertThat(cost(trace, "work").waiting()).isEqualTo(46 * MS);
    assertThat(cost(trace, "work").exclusiveCpu()).isZero();
    assertThat(cost(trace, "main").waiting()).isZero();
    Observed.Wait wait = trace.observed().waits().getFirst();
    assertThat(wait.count()).isEqualTo(4);
    assertThat(wait.nanos()).isEqualTo(46 * MS);
    assertThat(wait.longest()).isEqualTo(13 * MS);
    assertThat(wait.line()).isEqualTo(20);
    assertThat(wait.what()).isEqualTo("Thread.sleep");
  }

  @Test
  void theCriticalPathLeadsFromTheOneThatWaitsToTheOneThatWorks() {
    var wait =
        new Wait(
            7, 10 * MS, 90 * MS, Observed.Kind.OBJECT, "java.lang.Thread", 8, stack(MAIN, JOIN));
    List<Sample> samples = new ArrayList<>(samples(7, 0, 10, stack(LOADING)));
    samples.addAll(samples(8, 10, 80, stack(WORK)));
    samples.addAll(samples(7, 90, 10, stack(MAIN)));
    CriticalPath.Path path =
        CriticalPath.of(
            new Recorded(
                100 * MS,
                List.of(
                    new RecordedThread(7, "main", -1, 0, 100 * MS, 20 * MS),
                    new RecordedThread(8, "worker", 7, 10 * MS, 90 * MS, 80 * MS)),
                samples,
                List.of(wait),
                List.of(new Span(95 * MS, 97 * MS)),
                List.of(),
                List.of(),
                List.of(),
                0));
    assertThat(path.segments())
        .extracting(each -> each.thread() + " " + each.kind() + " " + each.nanos() / MS)
        .containsExactly("8 WORK 80", "7 FIRST_USE 10", "7 WORK 8", "7 COLLECTION 2");
    assertThat(path.stretches())
        .extracting(each ->
            each.thread()
                + " "
                + each.begin() / MS
                + " "
                + each.end() / MS
                + " "
                + each.active() / MS)
        .containsExactly("7 0 10 10", "8 10 90 80", "7 90 100 8");
  }

  @Test
  void theThreadThatStopsNextHasWokenTheOneThatWaited() {
    Stack idle = stack(platform("java.util.concurrent.LinkedBlockingQueue", "take"));
    List<Wait> waits =
        List.of(
            new Wait(7, 0, 50 * MS, Observed.Kind.PARK, "", -1, stack(MAIN, JOIN)),
            new Wait(8, 50 * MS + 1000, 100 * MS, Observed.Kind.PARK, "", -1, idle));
    CriticalPath.Path path =
        CriticalPath.of(
            new Recorded(
                60 * MS,
                List.of(
                    new RecordedThread(7, "main", -1, 0, 60 * MS, 10 * MS),
                    new RecordedThread(8, "pool", 7, 0, 60 * MS, 50 * MS),
                    new RecordedThread(9, "other", 7, 0, 60 * MS, 60 * MS)),
                samples(8, 0, 50, stack(WORK)),
                waits,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0));
    assertThat(path.segments().getFirst().thread()).isEqualTo(8);
    assertThat(path.segments().getFirst().nanos()).isEqualTo(50 * MS);
    assertThat(path.segments().stream().mapToLong(CriticalPath.Segment::nanos).sum())
        .isEqualTo(60 * MS);
  }

  @Test
  void aWaitWhoseTimeWasOverWasEndedByNobody() {
    var over = new Wait(7, 0, 50 * MS, Observed.Kind.PARK, "", 7, stack(MAIN, SLEEP));
    CriticalPath.Path path =
        CriticalPath.of(
            new Recorded(
                60 * MS,
                List.of(
                    new RecordedThread(7, "main", -1, 0, 60 * MS, 10 * MS),
                    new RecordedThread(8, "beside", 7, 0, 51 * MS, 50 * MS)),
                samples(8, 0, 50, stack(WORK)),
                List.of(over),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0));
    assertThat(path.segments().getFirst().thread()).isEqualTo(7);
    assertThat(path.segments().getFirst().kind()).isEqualTo(Observed.Kind.PARK);
  }

  @Test
  void compilersThatHaveAllProcessorsDelayTheProgram() {
    int processors = Runtime.getRuntime().availableProcessors();
    List<Span> compilations = new ArrayList<>(List.of(new Span(0, 90 * MS)));
    for (int i = 0; i < processors; i++) {
      compilations.add(new Span(10 * MS, (20 + i) * MS));
    }
    CriticalPath.Path path =
        CriticalPath.of(
            new Recorded(
                100 * MS,
                List.of(new RecordedThread(7, "main", -1, 0, 100 * MS, 40 * MS)),
                samples(7, 0, 40, stack(WORK)),
                List.of(),
                List.of(),
                compilations,
                List.of(),
                List.of(),
                0));
    // With all but one of the short ones, the long one has them until the second of these ends.
    long all = processors == 1 ? 90 : 11;
    assertThat(path.segments())
        .extracting(each -> each.kind() + " " + each.nanos() / MS)
        .containsExactlyInAnyOrder(
            "WORK 40", "COMPILATION " + Math.min(60, all), "OTHER " + Math.max(0, 60 - all));
  }

  /** The framework's own work has rows by itself; a part of the run has what was in it. */
  @Test
  void anAppHasTheFrameworksWorkAndPartsByTime() throws IOException {
    Frame draw = platform("android.view.View", "draw");
    List<Sample> samples = new ArrayList<>(samples(7, 0, 40, stack(draw, FORMAT)));
    samples.addAll(samples(7, 40, 60, stack(EACH, MAIN, draw)));
    var main = new RecordedThread(7, "main", -1, 0, 100 * MS, 100 * MS);
    Recorded recorded = recorded(List.of(main), samples, List.of());
    Path counted =
        Files.writeString(
            folder.resolve("counted.calls"),
            """
            dexscope calls 1
            clock wall
            method 1\tapp.Main\tmain\t()V\tMain.java
            method 2\tandroid.app.Activity\trun\t()V\tActivity.java
            thread 0\tmain
            1 2 1 0 0 0 0 0
            2 1 12 0 0 0 0 0
            end
            """);
    Path fused = folder.resolve("app.calls");
    Fusion.write(
        TraceReader.open(counted),
        recorded,
        Uncounted.NONE,
        Fusion.Form.APP,
        Map.of("runs", "twice"),
        fused);
    Trace trace = TraceReader.open(fused);
    assertThat(cost(trace, "main").calls()).isEqualTo(12);
    assertThat(cost(trace, "main").exclusiveCpu()).isEqualTo(60 * MS);
    assertThat(trace.methods().named("android.app.Activity.run")).isEmpty();
    assertThat(trace.observed().path()).isEmpty();
    Cost format =
        FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD).stream()
            .filter(each -> each.name().startsWith("java.lang.String.format~"))
            .findFirst()
            .orElseThrow();
    assertThat(format.exclusiveCpu()).isEqualTo(40 * MS);

    Fusion.write(
        null,
        recorded,
        Uncounted.NONE,
        Fusion.Form.ofApp(30 * MS, 50 * MS),
        Map.of("runs", "samples"),
        fused);
    Trace part = TraceReader.open(fused);
    assertThat(cost(part, "main").exclusiveCpu()).isEqualTo(10 * MS);
    assertThat(part.threads().getFirst().tree().inclusiveCpu(0)).isEqualTo(20 * MS);
  }

  /** The profiler's own samples are no time of the program's other methods. */
  @Test
  void theProfilersTimeIsNobodys() throws IOException {
    Frame probe = new Frame(Kind.PROFILER, new Method(0, "", "(profiler)", "", "", -1), -1);
    List<Sample> samples = new ArrayList<>(samples(7, 0, 50, stack(MAIN, probe)));
    samples.addAll(samples(7, 50, 50, stack(MAIN, WORK)));
    var main = new RecordedThread(7, "main", -1, 0, 100 * MS, 100 * MS);
    Trace trace =
        fuse(
            counted("1 1 1 0 0 0 0 0", "2 2 1 0 0 0 0 0"),
            Uncounted.NONE,
            recorded(List.of(main), samples, List.of()));
    assertThat(cost(trace, "work").exclusiveCpu()).isEqualTo(50 * MS);
  }

  /** On a busy machine a thread that was woken runs later, when the one that woke it has ended. */
  @Test
  void theWakerMayHaveStoppedBeforeTheOtherRuns() {
    var await = new Wait(7, 0, 58 * MS, Observed.Kind.PARK, "", -1, stack(MAIN, JOIN));
    CriticalPath.Path path =
        CriticalPath.of(
            new Recorded(
                60 * MS,
                List.of(
                    new RecordedThread(7, "main", -1, 0, 60 * MS, 2 * MS),
                    new RecordedThread(8, "loader", 7, 0, 50 * MS, 50 * MS)),
                samples(8, 0, 50, stack(WORK)),
                List.of(await),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0));
    assertThat(path.segments())
        .extracting(each -> each.thread() + " " + each.kind() + " " + each.nanos() / MS)
        .containsExactly("8 WORK 50", "7 OTHER 10");
  }
}
