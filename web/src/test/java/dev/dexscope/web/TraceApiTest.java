package dev.dexscope.web;

import static dev.dexscope.web.Answers.numbers;
import static dev.dexscope.web.Answers.objects;
import static dev.dexscope.web.Answers.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Activity;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.LongCalls;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.Throws;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Transform;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.Form;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.timeline.Box;
import dev.dexscope.trace.timeline.Timeline;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.write.TraceviewWriter;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.WebServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the answers to the page with the results of the analysis itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class TraceApiTest {
  private static final String API = "/api/v1/traces/";
  private static final int SPANS = 1024;
  private static final String DUAL = API + "1";
  private static final String HOSTILE = API + "3";

  @TempDir static Path folder;

  private Trace trace;
  private View view;
  private WebServer server;
  private Answers answers;

  @BeforeAll
  void start() throws IOException {
    Path dual = RealTraces.file("art11-threads-streaming.trace");
    trace = TraceReader.open(dual);
    view = View.of(trace, Filter.ALL);
    Path noTrace = folder.resolve("no.trace");
    Files.writeString(noTrace, "this is no trace");
    List<Path> files =
        List.of(
            dual,
            RealTraces.file("perflib-streaming.trace"),
            HostileTrace.write(folder),
            noTrace,
            folder.resolve("gone.trace"),
            hot());
    server = ViewServer.start(files, 0, new Access(Access.LOOPBACK, ""), DuckDb::require);
    answers = new Answers(server.address());
  }

  /** A trace whose one method has all of the work. */
  private static Path hot() throws IOException {
    Path file = folder.resolve("hot.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 60_000, 60_000);
    }
    return file;
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void factsAreThoseOfTheTrace() throws Exception {
    Map<String, Object> info = answers.object(DUAL);

    assertThat(info)
        .containsEntry("state", "ready")
        .containsEntry("clock", "dual")
        .containsEntry("elapsed", trace.info().elapsedNanos())
        .containsEntry("methods", (long) trace.methods().size());
    assertThat(texts(info, "times")).containsExactly("wall", "cpu", "off-cpu");
    List<Map<String, Object>> threads = objects(info, "threads");
    assertThat(threads).hasSameSizeAs(view.threads());
    assertThat(threads.getFirst()).containsEntry("name", "main").containsEntry("main", true);
    assertThat(objects(info, "formats")).extracting(format -> format.get("key")).contains("flame");
  }

  @Test
  void whatStandsOutIsThatOfExplain() throws Exception {
    List<Map<String, Object>> found = objects(answers.object(API + "6/findings"), "findings");

    assertThat(found)
        .containsExactly(
            Map.of(
                "rule",
                "hot-method",
                "share",
                1.0,
                "text",
                "app.Main.main has 100 % of all work in itself, 60 ms in one call.",
                "method",
                0L));
    assertThat(objects(answers.object(DUAL + "/findings"), "findings")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wall", "cpu", "off-cpu"})
  void aFlameIsTheTreeWhileItIsWideEnough(String time) throws Exception {
    Timing timing = Timing.valueOf(time.toUpperCase(Locale.ROOT).replace('-', '_'));

    Map<String, Object> flame = answers.object(DUAL + "/flame?parts=20000&time=" + time);

    long total = view.total(timing);
    List<Long> depth = numbers(flame, "depth");
    List<Long> value = numbers(flame, "value");
    assertThat(flame).containsEntry("total", total);
    assertThat(value.getFirst()).isEqualTo(total);
    assertThat(numbers(flame, "groups"))
        .hasSize((int) numbers(flame, "method").stream().filter(m -> m < 0).count());
    // No narrower node is drawn, and no callee has more than its caller.
    long[] left = new long[1 + depth.stream().mapToInt(Long::intValue).max().orElseThrow() + 1];
    left[0] = total;
    for (int i = 0; i < depth.size(); i++) {
      int at = depth.get(i).intValue();
      assertThat(value.get(i)).isGreaterThanOrEqualTo(Math.max(1, total / 20_000));
      left[at] -= value.get(i);
      assertThat(left[at]).isNotNegative();
      left[at + 1] = value.get(i);
    }
  }

  @Test
  void callersBelowMethodsHaveTheirShareOfTheOwnTime() throws Exception {
    Map<String, Object> flame = answers.object(DUAL + "/flame?direction=up&parts=20000");

    List<Long> depth = numbers(flame, "depth");
    List<Long> value = numbers(flame, "value");
    List<Cost> costs = FlatProfile.sorted(FlatProfile.of(view, Grouping.METHOD), Timing.CPU);
    int first = depth.indexOf(1L);
    assertThat(value.get(first)).isEqualTo(costs.getFirst().exclusiveCpu());
    assertThat(texts(flame, "names").get(numbers(flame, "method").get(first).intValue()))
        .isEqualTo(ReadableName.of(costs.getFirst().name()));
  }

  @Test
  void aRootIsNamedByItsPath() throws Exception {
    Map<String, Object> all = answers.object(DUAL + "/flame?thread=0&time=cpu");
    int node = numbers(all, "depth").indexOf(3L);
    List<Long> method = numbers(all, "method");
    List<Long> methods = numbers(all, "methods");
    String path =
        "0."
            + methods.get(method.get(node - 1).intValue())
            + "."
            + methods.get(method.get(node).intValue());

    Map<String, Object> part = answers.object(DUAL + "/flame?thread=0&time=cpu&path=" + path);

    assertThat(numbers(part, "value").getFirst()).isEqualTo(numbers(all, "value").get(node));
    assertThat(numbers(part, "depth").getFirst()).isZero();
    assertThat(answers.status(DUAL + "/flame?path=0.1.1.1.1")).isEqualTo(404);
    assertThat(answers.status(DUAL + "/flame?path=0.x")).isEqualTo(400);
    assertThat(answers.status(DUAL + "/flame?path=99")).isEqualTo(400);
  }

  @Test
  void theTableIsTheFlatProfile() throws Exception {
    for (Grouping by : Grouping.values()) {
      String word = by.name().toLowerCase(Locale.ROOT);
      Map<String, Object> table = answers.object(DUAL + "/table?by=" + word);
      List<Cost> costs = FlatProfile.of(view, by);

      Map<String, Object> rows = Answers.part(table, "rows");
      assertThat(by == Grouping.METHOD ? texts(table, "names") : texts(rows, word))
          .containsExactlyInAnyOrderElementsOf(
              costs.stream().map(cost -> ReadableName.of(cost.name())).toList());
      assertThat(numbers(rows, by == Grouping.THREAD ? "time_ns" : "exclusive_ns"))
          .containsExactlyElementsOf(
              FlatProfile.sorted(costs, Timing.CPU).stream().map(Cost::exclusiveCpu).toList());
      assertThat(numbers(rows, "calls"))
          .containsExactlyInAnyOrderElementsOf(costs.stream().map(Cost::calls).toList());
    }
  }

  @Test
  void columnsAreAsTheApiDescribesThem() throws Exception {
    String file = "/dev/dexscope/web/openapi.json";
    Map<String, Object> column;
    try (InputStream in = Objects.requireNonNull(ViewServer.class.getResourceAsStream(file))) {
      Map<String, Object> components =
          Answers.part(Answers.parsed(in.readAllBytes()), "components");
      column = Answers.part(Answers.part(components, "schemas"), "Column");
    }

    for (String address : List.of("/table", "/table?by=thread", "/calls", "/exceptions")) {
      Map<String, Object> table = answers.object(DUAL + address);
      assertThat(objects(table, "columns"))
          .isNotEmpty()
          .allSatisfy(each ->
              assertThat(each).containsOnlyKeys(Answers.part(column, "properties").keySet()));
      assertThat(Answers.part(table, "rows").keySet())
          .containsExactlyElementsOf(
              objects(table, "columns").stream().map(each -> Answers.text(each, "key")).toList());
    }
    assertThat(texts(Answers.part(Answers.part(column, "properties"), "form"), "enum"))
        .containsExactlyElementsOf(Arrays.stream(Form.values()).map(Form::key).toList());
  }

  @Test
  void aFilterLeavesThatPart() throws Exception {
    var filter = new Filter(List.of("java."), List.of("java.io"), List.of("main"), 0, 9_000_000, 0);
    View part = View.of(trace, filter);

    Map<String, Object> table =
        answers.object(DUAL + "/table?thread=0&include=java.&exclude=java.io&from=0&to=9000000");

    assertThat(numbers(Answers.part(table, "rows"), "inclusive_ns"))
        .containsExactlyElementsOf(
            FlatProfile.sorted(FlatProfile.of(part, Grouping.METHOD), Timing.CPU).stream()
                .map(Cost::inclusiveCpu)
                .toList());
  }

  @Test
  void stepsTransformTheCallPathsOfAllTables() throws Exception {
    int method = trace.methods().named("java.io.PrintStream.print").getFirst();
    String name = trace.methods().get(method).fullName();
    List<Transform> chain = List.of(new Transform.Collapse("java.nio."), new Transform.Keep(name));
    View part = View.of(trace, Filter.ALL.with(chain));
    String steps = "step=collapse-java.nio.&step=keep-" + method;

    Map<String, Object> table = answers.object(DUAL + "/table?time=cpu&" + steps);
    Map<String, Object> flame = answers.object(DUAL + "/flame?time=cpu&" + steps);

    assertThat(numbers(Answers.part(table, "rows"), "inclusive_ns"))
        .containsExactlyElementsOf(
            FlatProfile.sorted(FlatProfile.of(part, Grouping.METHOD), Timing.CPU).stream()
                .map(Cost::inclusiveCpu)
                .toList());
    assertThat(flame).containsEntry("total", part.total(Timing.CPU));
    assertThat(part.total(Timing.CPU)).isBetween(1L, view.total(Timing.CPU) - 1);
    for (String wrong : List.of("merge-x", "merge-99999", "path-1.", "shake-1", "keep")) {
      assertThat(answers.status(DUAL + "/flame?step=" + wrong)).as(wrong).isEqualTo(400);
    }
  }

  /** A link's path of methods is that of the tree, whatever thread it is in. */
  @Test
  void aPathInFocusIsTheRoot() throws Exception {
    CallTree tree = view.threads().getFirst().tree();
    int node = 2;
    String path = tree.method(tree.parent(node)) + "." + tree.method(node);

    Map<String, Object> flame =
        answers.object(DUAL + "/flame?time=wall&thread=0&step=path-" + path);

    assertThat(tree.parent(tree.parent(node))).isZero();
    assertThat(flame).containsEntry("total", tree.inclusiveWall(node));
  }

  @Test
  void theCallsOfAMethodAreSpreadOverTheTime() throws Exception {
    int method = trace.methods().named("java.io.PrintStream.print").getFirst();
    Butterfly butterfly = Butterfly.of(view, method, Measure.of(Timing.WALL));
    LongCalls.Call longest =
        LongCalls.of(trace, Filter.ALL, 0, 10_000).stream()
            .filter(call -> call.method() == method)
            .findFirst()
            .orElseThrow();

    Map<String, Object> spread = answers.object(DUAL + "/spread?spans=100&method=" + method);

    List<Map<String, Object>> threads = objects(spread, "threads");
    assertThat(threads.stream().mapToLong(each -> number(each, "calls")).sum())
        .isEqualTo(butterfly.calls());
    assertThat(threads.stream().mapToLong(each -> number(each, "time_ns")).sum())
        .isEqualTo(butterfly.inclusive());
    assertThat(Answers.part(spread, "longest"))
        .containsEntry("start_ns", longest.start())
        .containsEntry("time_ns", longest.wall())
        .containsEntry("cpu_ns", longest.cpu());
    double span = (number(spread, "to") - number(spread, "from")) / 100.0;
    long percents =
        threads.stream().flatMap(each -> numbers(each, "busy").stream()).mapToLong(n -> n).sum();
    assertThat(percents * span / 100).isCloseTo((double) butterfly.inclusive(), within(span));
  }

  private static long number(Map<String, Object> object, String name) {
    return Long.parseLong(Answers.text(object, name));
  }

  @Test
  void theHeatOfSlicesIsTheActivityOfAllThreads() throws Exception {
    Map<String, Object> heat = answers.object(DUAL + "/heat?slice=1000000");

    List<Long> busy = numbers(heat, "busy");
    int slices = busy.size();
    Activity activity = Activity.of(view, 0, slices * 1_000_000L, slices);
    for (int i = 0; i < slices; i++) {
      long sum = 0;
      for (View.Part part : view.threads()) {
        sum += activity.percents(part.number())[i];
      }
      assertThat(busy.get(i)).isEqualTo(sum);
    }
    assertThat(slices).isEqualTo((int) (number(heat, "end") / 1_000_000) + 1);
    assertThat(numbers(answers.object(DUAL + "/heat?slice=1"), "busy")).hasSize(100_000);
  }

  @Test
  void aMethodHasCallersAndCallees() throws Exception {
    int method = trace.methods().named("java.io.PrintStream.print").getFirst();
    Butterfly butterfly = Butterfly.of(view, method, Measure.of(Timing.WALL));

    Map<String, Object> answer = answers.object(DUAL + "/butterfly?time=wall&method=" + method);

    assertThat(answer)
        .containsEntry("calls", butterfly.calls())
        .containsEntry("inclusive_ns", butterfly.inclusive())
        .containsEntry("exclusive_ns", butterfly.exclusive());
    assertThat(numbers(rows(answer, "callers"), "time_ns")).hasSameSizeAs(butterfly.callers());
    assertThat(numbers(rows(answer, "callees"), "time_ns").getFirst())
        .isEqualTo(butterfly.callees().getFirst().time());
  }

  private static Map<String, Object> rows(Map<String, Object> answer, String table) {
    return Answers.part(Answers.part(answer, table), "rows");
  }

  @Test
  void aWindowOfTheTimelineIsItsBoxes() throws Exception {
    Timeline timeline = Timeline.of(view);

    Map<String, Object> window =
        answers.object(DUAL + "/timeline?thread=0,1&from=1000000&to=3000000&pixels=500&rows=2000");

    List<Map<String, Object>> threads = objects(window, "threads");
    assertThat(threads).hasSize(2);
    for (Map<String, Object> thread : threads) {
      int number = Integer.parseInt(Answers.text(thread, "thread"));
      List<Box> boxes = timeline.window(number, 1_000_000, 3_000_000, 500);
      assertThat(numbers(thread, "begin"))
          .containsExactlyElementsOf(boxes.stream().map(box -> box.from() - 1_000_000).toList());
      assertThat(numbers(thread, "busy"))
          .containsExactlyElementsOf(boxes.stream().map(Box::busy).toList());
    }
    assertThat(answers.status(DUAL + "/timeline?from=5&to=4")).isEqualTo(400);
    assertThat(answers.status(DUAL + "/timeline?pixels=0")).isEqualTo(400);
    assertThat(answers.status(DUAL + "/timeline?thread=4711")).isEqualTo(400);
  }

  @Test
  void callsExceptionsAndOccurrencesAreThoseOfTheTrace() throws Exception {
    List<LongCalls.Call> longest = LongCalls.of(trace, Filter.ALL, 1_000_000, 50);
    List<Throws.Path> thrown = Throws.of(trace, Filter.ALL);
    int method = trace.methods().named("java.lang.String.charAt").getFirst();
    long calls = Butterfly.of(view, method, Measure.of(Timing.WALL)).calls();

    Map<String, Object> single = answers.object(DUAL + "/calls?longer=1000000&most=50");
    Map<String, Object> exceptions = answers.object(DUAL + "/exceptions");
    Map<String, Object> found = answers.object(DUAL + "/occurrences?most=10&method=" + method);

    assertThat(numbers(Answers.part(single, "rows"), "wall_ns"))
        .containsExactlyElementsOf(longest.stream().map(LongCalls.Call::wall).toList());
    assertThat(numbers(Answers.part(exceptions, "rows"), "count"))
        .containsExactlyElementsOf(thrown.stream().map(Throws.Path::count).toList());
    assertThat(found).containsEntry("count", calls);
    assertThat(numbers(found, "begin")).hasSize(10);
  }

  @Test
  void anExportIsTheFileThatTheCommandWrites() throws Exception {
    for (ExportFormat format :
        List.of(ExportFormat.COLLAPSED, ExportFormat.SPEEDSCOPE, ExportFormat.FLAME)) {
      var expected = new ByteArrayOutputStream();
      format.write(Export.of(trace), expected);

      var response = answers.get(DUAL + "/export/" + format.key());

      assertThat(response.body()).isEqualTo(expected.toByteArray());
      assertThat(response.headers().get("content-disposition"))
          .isEqualTo(
              "attachment; filename=\"art11-threads-streaming.trace" + format.suffix() + "\"");
    }
    assertThat(answers.status(DUAL + "/export/png")).isEqualTo(404);
    assertThat(answers.status(DUAL + "/export/tau")).isEqualTo(404);
    assertThat(answers.status(DUAL + "/export/..")).isBetween(400, 404);
  }

  @Test
  void aGraphIsAPicture() throws Exception {
    var response = answers.get(DUAL + "/graph.svg?threshold=0.1");

    assertThat(response.headers().get("content-type")).isEqualTo("image/svg+xml");
    assertThat(response.text()).contains("<svg").contains("println");
    assertThat(answers.status(DUAL + "/graph.svg?threshold=7")).isEqualTo(400);
  }

  @Test
  void anExportHasNoMoreBytesThanWanted() throws Exception {
    int whole = answers.get(DUAL + "/export/html").text().length();

    var small = answers.get(DUAL + "/export/html?most=" + (whole - 20_000));

    assertThat(small.text().length()).isBetween(20_000, whole - 20_000);
    assertThat(small.text()).contains("call paths from 0.0");
    assertThat(small.headers().get("content-disposition")).endsWith(".trace.html\"");
    assertThat(answers.status(DUAL + "/export/html?most=-1")).isEqualTo(400);
  }

  @Test
  void aTraceDoesNotDifferFromItself() throws Exception {
    Map<String, Object> same = answers.object(DUAL + "/diff/1");
    Map<String, Object> other = answers.object(DUAL + "/diff/2?by=class");

    Map<String, Object> rows = Answers.part(same, "rows");
    assertThat(numbers(rows, "base_mean_ns")).isNotEmpty().isEqualTo(numbers(rows, "head_mean_ns"));
    assertThat(numbers(rows, "delta_ns")).containsOnly(0L);
    assertThat(same.get("base_total_ns")).isEqualTo(view.total(Timing.CPU));
    assertThat(other.get("head_total_ns")).isEqualTo(view.total(Timing.CPU));
    assertThat(other.get("base_total_ns")).isNotEqualTo(other.get("head_total_ns"));
  }

  /** Threads have other ids in another run, and the same names. */
  @Test
  void aDifferenceIsOfTheSameThreadsTimeAndSteps() throws Exception {
    View part = View.of(trace, new Filter(List.of(), List.of(), List.of("main"), 0, 9_000_000, 0));

    Map<String, Object> same = answers.object(DUAL + "/diff/1?thread=0&to=9000000");
    Map<String, Object> dropped = answers.object(DUAL + "/diff/1?thread=0&step=focus-0");

    assertThat(same)
        .containsEntry("base_total_ns", part.total(Timing.CPU))
        .containsEntry("head_total_ns", part.total(Timing.CPU));
    assertThat(dropped.get("base_total_ns"))
        .isEqualTo(dropped.get("head_total_ns"))
        .isNotEqualTo(answers.object(DUAL + "/diff/1?thread=0").get("base_total_ns"));
    assertThat(answers.status(DUAL + "/diff/2?thread=3")).isEqualTo(404);
  }

  /** Each path's caller stands before it, and takes at least its time. */
  @Test
  void comparedPathsStandBelowTheirCallers() throws Exception {
    Map<String, Object> diff = answers.object(DUAL + "/diff/2");

    Map<String, Object> paths = Answers.part(diff, "paths");
    List<Long> callers = numbers(paths, "caller");
    List<Long> base = numbers(paths, "base_ns");
    List<Long> names = numbers(paths, "name");
    assertThat(callers.getFirst()).isEqualTo(-1);
    assertThat(base.getFirst()).isEqualTo(diff.get("base_total_ns"));
    assertThat(names.getFirst()).isEqualTo(-1);
    for (int i = 1; i < callers.size(); i++) {
      int caller = Math.toIntExact(callers.get(i));
      assertThat(caller).isBetween(0, i - 1);
      assertThat(base.get(i)).isLessThanOrEqualTo(base.get(caller));
      assertThat(names.get(i)).isBetween(0L, texts(diff, "names").size() - 1L);
    }
  }

  @Test
  void activityIsToldForEachThread() throws Exception {
    Map<String, Object> activity = answers.object(DUAL + "/activity");

    assertThat(objects(activity, "threads")).hasSameSizeAs(view.threads());
    assertThat(numbers(objects(activity, "threads").getFirst(), "busy"))
        .hasSize(SPANS)
        .anyMatch(percent -> percent > 50);
  }

  /** Each span of a part stands in the same time of the whole. */
  @Test
  void aPartOfTheTimeHasItsOwnActivity() throws Exception {
    long last =
        view.threads().stream().mapToLong(part -> part.thread().lastWall()).max().orElseThrow();
    long from = last / 4;
    long to = from + last / 4;

    var part = answers.object(DUAL + "/activity?from=" + from + "&to=" + to);

    Activity all = Activity.of(view, 4 * SPANS);
    for (Map<String, Object> thread : objects(part, "threads")) {
      List<Long> busy = numbers(thread, "busy");
      int[] whole = all.percents(Integer.parseInt(String.valueOf(thread.get("thread"))));
      assertThat(busy).hasSize(SPANS);
      for (int i = 0; i < SPANS; i++) {
        assertThat((double) busy.get(i)).isCloseTo(whole[SPANS + i], within(2.0));
      }
    }
  }

  @Test
  void occurrencesOfAPartStandApart() throws Exception {
    int method = trace.methods().named("java.lang.String.charAt").getFirst();
    var all = answers.object(DUAL + "/occurrences?most=50000&method=" + method);
    List<Long> begins = numbers(all, "begin");
    List<Long> threads = numbers(all, "thread");
    long after = begins.get(begins.size() / 4);
    long apart = 100_000;

    var some =
        answers.object(
            DUAL + "/occurrences?method=" + method + "&after=" + after + "&apart=" + apart);

    List<Long> expected = new ArrayList<>();
    Map<Long, Long> last = new HashMap<>();
    for (int i = 0; i < begins.size(); i++) {
      long begin = begins.get(i);
      Long before = last.get(threads.get(i));
      if (begin >= after && (before == null || begin - before >= apart)) {
        expected.add(begin);
        last.put(threads.get(i), begin);
      }
    }
    assertThat(numbers(some, "begin")).isEqualTo(expected).hasSizeLessThan(begins.size());
    assertThat(some.get("count")).isEqualTo((long) begins.size());
  }

  @Test
  void levelsOfTheTimelineAreAskedForOneByOne() throws Exception {
    String window = DUAL + "/timeline?pixels=500&thread=0";
    var all = objects(answers.object(window + "&rows=2000"), "threads").getFirst();
    var some = objects(answers.object(window + "&rows=2&first=3"), "threads").getFirst();

    assertThat(some.get("deepest")).isEqualTo(all.get("deepest"));
    assertThat(numbers(some, "depth"))
        .isNotEmpty()
        .isEqualTo(
            numbers(all, "depth").stream().filter(depth -> depth == 3 || depth == 4).toList());
  }

  @Test
  void timesThatATraceLacksAreRefused() throws Exception {
    assertThat(answers.status(DUAL + "/flame?time=lunar")).isEqualTo(400);
    assertThat(answers.status(DUAL + "/flame?from=9&to=8")).isEqualTo(400);
    assertThat(answers.status(DUAL + "/flame?parts=0")).isEqualTo(400);
    assertThat(answers.status(DUAL + "/table?by=colour")).isEqualTo(400);
    assertThat(answers.status(DUAL + "/butterfly?method=99999999")).isEqualTo(400);
  }

  @Test
  void whatIsNoTraceIsRefusedWithTheReason() throws Exception {
    var response = answers.get(API + "4/flame");

    assertThat(response.status()).isEqualTo(422);
    assertThat(Answers.text(Answers.parsed(response.body()), "reason"))
        .contains("no.trace")
        .doesNotContain(folder.toString());
    assertThat(answers.status(API + "5")).isEqualTo(410);
    assertThat(answers.status(API + "7")).isEqualTo(404);
    assertThat(answers.status(API + "x")).isEqualTo(404);
    assertThat(answers.status(API + "..%2f1")).isBetween(400, 404);
  }

  @Test
  void namesOfTheTraceStayText() throws Exception {
    Map<String, Object> table = answers.object(HOSTILE + "/table");
    var export = answers.get(HOSTILE + "/export/collapsed");

    assertThat(texts(table, "names").getFirst()).contains(HostileTrace.MARKUP);
    assertThat(answers.object(HOSTILE).get("title")).isEqualTo("<b>&\"' evil\".trace");
    assertThat(export.headers().get("content-disposition"))
        .isEqualTo("attachment; filename=\"_b_____evil_.trace.collapsed\"");
  }

  @Test
  void aMappingGivesTheNamesOfTheSource() throws Exception {
    String mapping = "com.example.Clear -> Hi:\n    int readable(int) -> fib\n";

    var sent = answers.send("POST", "/api/v1/mappings", mapping.getBytes(StandardCharsets.UTF_8));
    String id = Answers.text(Answers.parsed(sent.body()), "id");
    Map<String, Object> table = answers.object(DUAL + "/table?mapping=" + id);
    var wrong =
        answers.send("POST", "/api/v1/mappings", "no mapping".getBytes(StandardCharsets.UTF_8));

    assertThat(sent.status()).isEqualTo(201);
    assertThat(texts(table, "names")).contains("com.example.Clear.readable(int)");
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(answers.status(DUAL + "/table?mapping=unknown")).isEqualTo(404);
  }

  @Test
  void aDroppedTraceIsOpenedBesideTheOthers() throws Exception {
    byte[] bytes = Files.readAllBytes(RealTraces.file("art11-alloc.trace"));

    var sent = answers.send("POST", "/api/v1/traces?name=dropped.trace", bytes);
    String id = Answers.text(Answers.parsed(sent.body()), "id");

    assertThat(sent.status()).isEqualTo(201);
    assertThat(answers.object(API + id).get("state")).isEqualTo("ready");
    assertThat(objects(answers.object("/api/v1/traces"), "traces"))
        .anyMatch(listed -> Answers.text(listed, "title").equals("dropped.trace"));
    assertThat(answers.send("POST", "/api/v1/traces", bytes).status()).isEqualTo(400);
    answers.send("POST", "/api/v1/traces?name=dropped.trace", bytes);
    assertThat(titles()).contains("dropped.trace (2)");
  }

  @Test
  void aDroppedFileThatIsNoTraceIsRefusedWithTheReason() throws Exception {
    byte[] bytes = "no trace".getBytes(StandardCharsets.UTF_8);

    var sent = answers.send("POST", "/api/v1/traces?name=letter.txt", bytes);

    assertThat(sent.status()).isEqualTo(422);
    assertThat(Answers.text(Answers.parsed(sent.body()), "reason"))
        .startsWith("letter.txt")
        .contains("is text, not a trace of methods");
    assertThat(titles()).doesNotContain("letter.txt");
  }

  private List<String> titles() throws IOException {
    return objects(answers.object("/api/v1/traces"), "traces").stream()
        .map(listed -> Answers.text(listed, "title"))
        .toList();
  }

  @Test
  void thePageIsThere() throws Exception {
    assertThat(answers.get("/t/1").text()).contains("/trace.js");
    assertThat(answers.get("/").headers().get("location")).isEqualTo("/t/1");
    assertThat(answers.status("/trace.js")).isEqualTo(200);
    assertThat(answers.status("/page.css")).isEqualTo(200);
  }
}
