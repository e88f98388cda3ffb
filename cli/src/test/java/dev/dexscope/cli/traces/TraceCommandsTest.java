package dev.dexscope.cli.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.cli.Run;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** report, diff and convert, from the command line to the printed line. */
class TraceCommandsTest {
  @TempDir Path folder;
  private String trace;

  @BeforeEach
  void aTrace() throws IOException {
    trace = trace("a.trace", 400);
  }

  /** main (1,000 µs) calls load (work µs), which recurses; a second thread only waits. */
  private String trace(String name, int work) throws IOException {
    return trace(name, work, 1);
  }

  private String trace(String name, int work, int inner) throws IOException {
    Path file = folder.resolve(name);
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.thread(2, "waiter");
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.method(new Method(8, "app.db.Store", "load", "(I)V", "Store.java", 2));
      out.method(new Method(12, "java.lang.Object", "wait", "()V", "Object.java", 3));
      out.record(2, 12, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 8, TraceviewWriter.ENTER, 100, 100);
      for (int i = 0; i < inner; i++) {
        out.record(1, 8, TraceviewWriter.ENTER, 150, 150);
        out.record(1, 8, TraceviewWriter.UNROLL, 200, 200);
      }
      out.record(1, 8, TraceviewWriter.UNROLL, 100 + work, 100 + work);
      out.record(1, 4, TraceviewWriter.EXIT, 600 + work, 600 + work);
      out.record(2, 12, TraceviewWriter.EXIT, 5, 600 + work);
    }
    return file.toString();
  }

  private static String ok(String... args) {
    Run run = Run.of(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    return run.out();
  }

  @Test
  void diffIsAsWideAsTheTerminalOrAsItsNames() throws IOException {
    String after = trace("b.trace", 500);

    assertThat(Run.on(70, "diff", trace, "--vs", after).out()).contains(" Store.load(int)");
    assertThat(Run.on(80, "diff", trace, "--vs", after).out())
        .doesNotContain("at least")
        .contains("app.db.Store.load(int)");
    assertThat(Run.on(80, "diff", trace, "--vs", after, "--wide").out())
        .contains("app.db.Store.load(int)");
  }

  @Test
  void reportCountsARecursionOnce() {
    assertThat(ok("report", trace, "--thread", "main", "--clock", "cpu"))
        .isEqualTo(
            trace
                + """
                : every call, 1.000 ms, 2 threads
                CPU time; thread main

                share  exclusive ms  inclusive ms  calls  exceptions  method
                60.0%         0.600         1.000      1           0  app.Main.main()
                40.0%         0.400         0.400      2           2  app.db.Store.load(int)
                """);
  }

  private static Run withInput(Path file, String... args) throws IOException {
    InputStream before = System.in;
    try (InputStream in = Files.newInputStream(file)) {
      System.setIn(in);
      return Run.of(args);
    } finally {
      System.setIn(before);
    }
  }

  private Path zip(String... traces) throws IOException {
    Path file = folder.resolve("traces.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String each : traces) {
        zip.putNextEntry(new ZipEntry(Path.of(each).getFileName().toString()));
        Files.copy(Path.of(each), zip);
      }
    }
    return file;
  }

  @Test
  void callsThatAreAbsentAreReported() throws IOException {
    Path file = folder.resolve("short.trace");
    try (var out = TraceviewWriter.file(file, 2, Clock.WALL)) {
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 60_000, 60_000);
      out.key("untraced-calls", "1234");
    }

    assertThat(ok("report", file.toString()))
        .contains(": calls without 1,234 of short methods, 60.000 ms")
        .contains("their time is shown as their callers'");
    assertThat(ok("report", file.toString(), "--json")).contains("\"absent_calls\" : 1234");
    assertThat(ok("info", file.toString()))
        .contains("kind         calls without 1,234 of short methods\n");
    assertThat(Run.of("diff", file.toString(), "--vs", trace, "--fail-on", "calls:5%").err())
        .contains("not all calls are in it");
    assertThat(ok("explain", file.toString()))
        .startsWith("1. measurement  1,234 calls of short methods are not in this trace")
        .doesNotContain("hot-method");
  }

  @Test
  void whatStandsOutIsExplained() throws IOException {
    assertThat(ok("explain", trace))
        .isEqualTo("nothing that the rules know of stands out; dexscope report " + trace + "\n");

    Path file = folder.resolve("hot.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 60_000, 60_000);
    }
    assertThat(ok("explain", file.toString()))
        .isEqualTo(
            "1. hot-method  app.Main.main has 100 % of all work in itself, 60 ms in one call.\n"
                + "   dexscope report "
                + file
                + " --method 'app.Main.main'\n");
    assertThat(ok("explain", file.toString(), "--json"))
        .contains("\"schema\" : \"dexscope-explain-1\"")
        .contains("\"rule\" : \"hot-method\"")
        .contains("\"share\" : 1.0");
    assertThat(Run.of("explain", folder.resolve("none.trace").toString()).exit()).isEqualTo(3);
    assertThat(ok("explain", file.toString(), "--clock", "wall"))
        .startsWith("1. hot-method  app.Main.main has 100 % of all elapsed time in itself, 60 ms");
    assertThat(ok("explain", file.toString(), "--clock", "off-cpu"))
        .startsWith("nothing that the rules know of stands out");
  }

  @Test
  void findingsAreAsWideAsTheTerminal() {
    String text = "1. hot-method  app.Main.main has 100 % of all work in itself, 60 ms.";
    assertThat(ExplainCommand.wrapped(text, 0)).isEqualTo(text);
    assertThat(ExplainCommand.wrapped(text, 40))
        .isEqualTo("1. hot-method  app.Main.main has 100 %\n   of all work in itself, 60 ms.");
  }

  /**
   * Who looks for a wait in the samples of a processor finds nothing, and should know where it is.
   */
  @Test
  void otherKindsOfSamplesInTheFileAreNamed() throws IOException {
    var file =
        new ProtoWriter()
            .message(1, new ProtoWriter().number(1, 1).number(2, 2))
            .message(1, new ProtoWriter().number(1, 3).number(2, 2))
            .message(2, new ProtoWriter().number(1, 1).number(2, 5000).number(2, 7000))
            .message(4, new ProtoWriter().number(1, 1).message(4, new ProtoWriter().number(1, 1)))
            .message(5, new ProtoWriter().number(1, 1).number(2, 4));
    List.of("", "lock", "nanoseconds", "alloc", "app.Main.run").forEach(each -> file.text(6, each));
    String path = Files.write(folder.resolve("a.pb"), file.toBytes()).toString();

    assertThat(Run.of("report", path).out())
        .contains("shown is alloc; also recorded, see --event: lock");
    assertThat(Run.of("report", path, "--event", "lock").out())
        .contains("shown is lock; also recorded, see --event: alloc");
    assertThat(Run.of("report", trace).out()).doesNotContain("also recorded");
  }

  @Test
  void aTraceComesFromStandardInput() throws IOException {
    for (Path each : List.of(Path.of(trace), zip(trace))) {
      Run run = withInput(each, "report", "-", "--thread", "main");

      assertThat(run.err()).isEmpty();
      assertThat(run.out())
          .isEqualTo(
              ok("report", trace, "--thread", "main").replace(trace + ":", "standard input:"));
    }
    assertThat(withInput(Path.of(trace), "convert", "-", "-f", "collapsed").out())
        .isEqualTo(ok("convert", trace, "-f", "collapsed"));
    assertThat(withInput(Path.of(trace), "diff", trace, "--vs", "-").exit()).isZero();

    Run empty = withInput(Files.createFile(folder.resolve("empty")), "info", "-");

    assertThat(empty.exit()).isEqualTo(3);
    assertThat(empty.err())
        .startsWith("dexscope: not a readable trace, standard input: ")
        .hasLineCount(1);
  }

  @Test
  void ofSeveralTracesInAZipOneIsNamed() throws IOException {
    Path zip = zip(trace, trace("b.trace", 700));

    assertThat(Run.of("report", zip.toString()).err())
        .isEqualTo(
            "dexscope: contains 2 traces (a.trace, b.trace), %s; name one: %s!a.trace\n"
                .formatted(zip, zip));
    assertThat(withInput(zip, "report", "-").err())
        .isEqualTo(
            "dexscope: contains 2 traces (a.trace, b.trace), standard input;"
                + " write it to a file, then name one: FILE!a.trace\n");
    assertThat(ok("report", zip + "!b.trace"))
        .isEqualTo(
            ok("report", folder.resolve("b.trace") + "")
                .replace("/b.trace:", "/traces.zip!b.trace:"));
    assertThat(Run.of("report", zip + "!c.trace").err())
        .contains("holds no c.trace, but a.trace, b.trace;")
        .hasLineCount(1);
    assertThat(Run.of("report", folder + "/no.zip!c.trace").err())
        .isEqualTo("dexscope: no such file, " + folder + "/no.zip; check the path\n");
  }

  @Test
  void waitingIsToldApartFromWork() throws IOException {
    assertThat(ok("report", trace))
        .contains(
            " 0.5%         0.005       0.995         0.005      1           0  java.lang.Object");
    Path wall = folder.resolve("wall.trace");
    try (var out = TraceviewWriter.file(wall, 2, Clock.WALL)) {
      out.thread(1, "main");
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.method(new Method(8, "java.lang.Thread", "join", "()V", "Thread.java", 2));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 8, TraceviewWriter.ENTER, 100, 0);
      out.record(1, 8, TraceviewWriter.EXIT, 900, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 1000, 0);
    }
    assertThat(ok("report", wall.toString()))
        .contains(
            "100.0%         0.200       0.000         1.000      1           0  app.Main.main()")
        .contains(
            "  0.0%         0.000       0.800         0.800      1           0  java.lang.Thread");
  }

  @Test
  void reportByPackageAndByThread() {
    assertThat(ok("report", trace, "--by", "package", "--clock", "cpu"))
        .contains("app.db\n")
        .contains("java.lang\n");
    assertThat(ok("report", trace, "--by", "thread", "--clock", "off-cpu"))
        .contains(" 0.995       0.995      1           0   2  waiter\n");
  }

  @Test
  void reportFoldsWhatIsExcludedIntoItsCaller() {
    assertThat(ok("report", trace, "--thread", "main", "--exclude", "app.db."))
        .contains("         1.000       0.000         1.000      1           0  app.Main.main()\n")
        .doesNotContain("Store");
  }

  @Test
  void reportOfASpanOfTime() {
    assertThat(ok("report", trace, "--thread", "main", "--from", "0.15", "--to", "0.2"))
        .contains(
            "         0.050       0.000         0.050      2           1 "
                + " app.db.Store.load(int)\n");
  }

  @Test
  void reportAsTrees() {
    assertThat(ok("report", trace, "--tree", "--thread", "main"))
        .endsWith(
            """
             share  inclusive ms  calls  method
            100.0%         1.000      1  app.Main.main()
             40.0%         0.400      2    app.db.Store.load(int)
            """);
    assertThat(ok("report", trace, "--tree", "--thread", "main", "--top", "1", "--raw"))
        .endsWith(
            """
            100.0%         1.000      1  app.Main.main()V

            1 more row; --top 0 shows all
            """);
    assertThat(ok("report", trace, "--bottom-up", "--thread", "main"))
        .contains("\n40.0%         0.400      2  app.db.Store.load(int)\n");
    assertThat(ok("report", trace, "--tree", "--thread", "main", "--csv"))
        .isEqualTo(
            """
            share,inclusive_ns,calls,depth,method
            1.0,1000000,1,0,app.Main.main()V
            0.4,400000,2,1,app.db.Store.load(I)V
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void reportOfOneMethodOfPathsOfCallsAndOfExceptions() {
    assertThat(ok("report", trace, "--method", "app.db.Store.load"))
        .contains("2 calls, 0.400 ms inclusive, 0.400 ms exclusive")
        .contains("100.0%    0.400      1  app.Main.main()\n");
    assertThat(ok("report", trace, "--hot", "--clock", "wall", "--top", "1"))
        .contains("2        java.lang.Object.wait()\n")
        .endsWith("\n2 more rows; --top 0 shows all\n");
    assertThat(ok("report", trace, "--slower-than", "0.9", "--thread", "main"))
        .contains("main (1)  app.Main.main()")
        .doesNotContain("Store");
    assertThat(ok("report", trace, "--exceptions"))
        .contains("    1       2         0.300  app.db.Store.load(int)  app.Main.main()\n");
  }

  @Test
  void reportOfATimeline() {
    assertThat(ok("report", trace, "--timeline", "--thread", "main", "--from", "0.12"))
        .endsWith(
            """
            start ms  length ms  busy ms  calls  thread    depth  method
               0.000      1.000    1.000      1  main (1)      0  app.Main.main()
               0.100      0.400    0.400      1  main (1)      1    app.db.Store.load(int)
               0.150      0.050    0.050      1  main (1)      2      app.db.Store.load(int)
            """);
    assertThat(ok("report", trace, "--timeline", "--thread", "waiter", "--from", "0.6", "--json"))
        .contains("\"start_ns\" : 0", "\"length_ns\" : 1000000", "\"thread\" : \"waiter (2)\"");
  }

  @Test
  void reportOfSeveralRunsHasMeansAndIntervals() throws IOException {
    String b = trace("b.trace", 500);

    assertThat(ok("report", trace, b, "--thread", "main", "--json"))
        .contains("\"exclusive_mean_ns\" : 450000")
        .contains("\"calls_mean\" : 2.0");
  }

  @Test
  void oneRunAgainstOneProvesNothing() throws IOException {
    String slow = trace("slow.trace", 600);

    assertThat(ok("diff", trace, "--vs", slow))
        .contains("+0.200  +50.0%", " 2  -  unproven  app.db.Store.load(int)\n")
        .endsWith("\none run against one proves nothing about times: use three or more of each\n");
    Run open = Run.of("diff", trace, "--vs", slow, "--fail-on", "10%", "--thread", "main");
    assertThat(open.exit()).isEqualTo(5);
    assertThat(open.out())
        .contains("no proven regression of 10.0% or more\n")
        .contains("3 above the limit are unproven, the whole among them: more runs are required\n");
    assertThat(Run.of("diff", trace, "--vs", trace, "--fail-on", "10%").exit()).isZero();
  }

  @Test
  void threeRunsProveAThirteenfoldSlowdown() throws IOException {
    List<String> call = new ArrayList<>(List.of("diff"));
    for (int work : new int[] {11_000, 9_700, 6_600}) {
      call.add(trace("base" + work, work));
    }
    call.add("--vs");
    for (int work : new int[] {157_000, 109_000, 101_000}) {
      call.add(trace("head" + work, work));
    }
    call.addAll(List.of("--fail-on", "10%"));

    Run run = Run.of(call.toArray(String[]::new));

    assertThat(run.out())
        .contains("regressed  total\n", "regressed  main\n", "regressed  app.db.Store.load(int)\n")
        .contains("proven regressions of 10.0% or more\n");
    assertThat(run.exit()).isEqualTo(1);
  }

  @Test
  void diffSaysWhatItsTablesAreOf() throws IOException {
    String slow = trace("slow.trace", 600);

    assertThat(ok("diff", trace, trace, "--vs", slow, "--clock", "wall", "--thread", "main"))
        .startsWith(
            "before: 2 runs, "
                + trace
                + " ...\nafter:  1 run, "
                + slow
                + "\nexclusive elapsed time; thread main; changes of 10.0% or more matter\n\n");
    assertThat(ok("diff", trace, "--vs", slow, "--inclusive", "--top", "1"))
        .contains("\ninclusive ")
        .contains("more row");
  }

  @Test
  void diffDrawsWhatChanged() throws IOException {
    String slow = trace("slow.trace", 600);
    Path page = folder.resolve("changed.html");

    String text = ok("diff", trace, "--vs", slow, "--flame", page.toString());

    assertThat(text).contains("app.db.Store.load(int)");
    assertThat(Files.readString(page)).contains("\"provable\":false", "app.db.Store.load(int)");
    Run onto = Run.of("diff", trace, "--vs", slow, "--flame", slow);
    assertThat(onto.exit()).isEqualTo(3);
    assertThat(Files.size(Path.of(slow))).isPositive();
  }

  @Test
  void callsAreAGateOfTheirOwn() throws IOException {
    String more = trace("more.trace", 400, 3);

    assertThat(Run.of("diff", trace, "--vs", trace, "--fail-on", "calls:0%").exit()).isZero();
    Run run = Run.of("diff", trace, "--vs", more, "--fail-on", "calls:10%");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains("2->4  -  unproven  app.db.Store.load(int)\n")
        .contains("3 called more often than the limit allows: total\n");
  }

  @Test
  void diffAsJsonHasAWordForEachRow() throws IOException {
    String json =
        ok(
            "diff",
            trace("b1", 400),
            trace("b2", 401),
            trace("b3", 402),
            "--vs",
            trace("h1", 600),
            trace("h2", 602),
            trace("h3", 601),
            "--json");

    assertThat(json)
        .contains("\"verdict\" : \"regressed\"")
        .contains("\"provable\" : true")
        .contains("\"threads\" : [")
        .contains("\"base_calls\" : [");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flame",
        "flamesvg",
        "flamejson",
        "timeline",
        "collapsed",
        "speedscope",
        "pprof",
        "perfetto",
        "chrome",
        "firefox",
        "callgrind",
        "csv"
      })
  void convertWritesAFile(String format) {
    Path out = folder.resolve("out");

    ok("convert", trace, "-f", format, "-o", out.toString());

    assertThat(out).isNotEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tau", "tautrace"})
  void convertWritesAFolderOnce(String format) throws IOException {
    Path out = folder.resolve("out");

    ok("convert", trace, "-f", format, "-o", out.toString());

    try (var files = Files.list(out)) {
      assertThat(files.count()).isGreaterThanOrEqualTo(2);
    }
    Run again = Run.of("convert", trace, "-f", format, "-o", out.toString());
    assertThat(again.exit()).isEqualTo(3);
    assertThat(again.err()).startsWith("dexscope: output exists, ");
  }

  @Test
  void anOutputThatIsTheInputIsRefusedAndKept() throws IOException {
    byte[] before = Files.readAllBytes(Path.of(trace));

    Run run = Run.of("convert", trace, "-f", "flame", "-o", trace);

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).startsWith("dexscope: output is the input, " + trace);
    assertThat(Path.of(trace)).hasBinaryContent(before);
  }

  @Test
  void dmtracedumpPrintsItsReportItsRecordsAndADifference() throws IOException {
    assertThat(ok("dmtracedump", trace))
        .startsWith("\n" + "=".repeat(70) + "\nTotal cycles: 1005\n")
        .contains("      600   59.70  59.70  [1] app.Main.main ()V\n");
    assertThat(ok("dmtracedump", "-h", "-s", "js/", trace)).contains("src=\"js/sortable.js\"");
    assertThat(ok("dmtracedump", "-o", trace))
        .contains(" 1 ent       100 ....app.db.Store.load (I)V\n");
    assertThat(ok("dmtracedump", "-d", trace, trace("b.trace", 500)))
        .contains("app.db.Store.load 400 500 100 125.00\n1\n1\n");
  }

  @Test
  @NeedsPeer(Peer.GRAPHVIZ)
  void dmtracedumpKeepsItsGraph() {
    Path picture = folder.resolve("graph.png");

    ok("dmtracedump", "-k", "-t", "30", "-g", picture.toString(), trace);

    assertThat(picture).isNotEmptyFile();
    assertThat(Path.of(picture + ".dot"))
        .content()
        .contains("node1[label = \"[1] app.Main.main (1, 0, 1)\"]\n")
        .contains("node1 -> node2\n");
  }

  @Test
  void aNumberOfRowsIsNotNegative() {
    assertThat(Run.of("diff", trace, "--vs", trace, "--top", "-1").err())
        .startsWith("dexscope: --top -1; ");
    assertThat(Run.of("report", trace, "--top", "-1").err())
        .isEqualTo("dexscope: --top -1; name a number of rows, or 0 for all\n");
    assertThat(Run.of("report", trace, "--top", "0").exit()).isZero();
  }

  @Test
  void whatMatchesNothingIsToldWithWhatThereIs() {
    for (String command : List.of("report", "convert", "diff")) {
      assertNothing(command, "--thread", "mian", "no thread mian, ", "did you mean main?");
      assertNothing(
          command, "--include", "app.bd", "no method begins with app.bd, ", "did you mean app.db?");
      assertNothing(
          command, "--from", "2000", "nothing at --from 2000.000, ", "from 0 to 1.000 ms");
    }
    Run method = Run.of("report", trace, "--method", "app.Main.mian");
    assertThat(method.exit()).isEqualTo(3);
    assertThat(method.err()).contains("no method app.Main.mian, ", "did you mean app.Main.main?");
  }

  private void assertNothing(String command, String option, String value, String... words) {
    List<String> call = new ArrayList<>(List.of(command, trace, option, value));
    call.addAll(
        switch (command) {
          case "convert" -> List.of("-f", "csv");
          case "diff" -> List.of("--vs", trace);
          default -> List.of();
        });
    Run run = Run.of(call.toArray(String[]::new));
    assertThat(run.exit()).as("%s", call).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(words).hasLineCount(1);
  }

  @Test
  void convertTakesTheFormatFromTheNameOfTheFile() {
    Path out = folder.resolve("app.speedscope.json");

    ok("convert", trace, "-o", out.toString());
    ok("convert", trace, "-o", folder.resolve("timeline.svg").toString());

    assertThat(out).content().contains("speedscope.app/file-format-schema.json");
    assertThat(Run.of("convert", trace, "-o", folder.resolve("x.svg").toString()).err())
        .contains("x.svg may be timeline or svg; name it with -f");
  }

  @Test
  void aMisspeltOptionIsToldWithTheNearest() {
    assertThat(Run.of("report", trace, "--tred").err())
        .isEqualTo(
            "dexscope: unknown option: '--tred'; did you mean --tree? see 'dexscope report"
                + " --help'\n");
    assertThat(Run.of("report", trace, "--by", "colour").err())
        .contains("expected one of [method, class, package, thread] but was 'colour'");
  }

  @Test
  void wrongCallsAreOneLine() {
    for (var call :
        List.of(
            List.of("convert", trace, "-f", "gif"),
            List.of("convert", trace),
            List.of("convert", trace, "-o", folder.resolve("x.svg").toString()),
            List.of("convert", trace, "-o", folder.resolve("x.y").toString()),
            List.of("report", trace, "--tred"),
            List.of("report", trace, "--by", "colour"),
            List.of("report", trace, "--clock", "sun"),
            List.of("report", trace, "--from", "5", "--to", "1"),
            List.of("report", trace, "--tree", "--hot"),
            List.of("diff", trace, "--vs", trace, "--fail-on", "much"))) {
      Run run = Run.of(call.toArray(String[]::new));
      assertThat(run.exit()).as("%s", call).isEqualTo(2);
      assertThat(run.err()).as("%s", call).startsWith("dexscope: ").hasLineCount(1);
    }
    Run unknown = Run.of("report", trace, "--method", "x.Y.z");
    assertThat(unknown.exit()).isEqualTo(3);
    assertThat(unknown.err()).startsWith("dexscope: no method x.Y.z, ");
  }
}
