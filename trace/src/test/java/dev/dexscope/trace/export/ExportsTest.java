package dev.dexscope.trace.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.flame.CollapsedStacks;
import dev.dexscope.trace.export.flame.FlameGraph;
import dev.dexscope.trace.export.flame.FlameJson;
import dev.dexscope.trace.export.flame.HtmlReport;
import dev.dexscope.trace.export.graph.FlameSvg;
import dev.dexscope.trace.export.graph.TimelineSvg;
import dev.dexscope.trace.export.profile.Callgrind;
import dev.dexscope.trace.export.profile.ChromeTrace;
import dev.dexscope.trace.export.profile.Csv;
import dev.dexscope.trace.export.profile.FirefoxProfile;
import dev.dexscope.trace.export.profile.Perfetto;
import dev.dexscope.trace.export.profile.Pprof;
import dev.dexscope.trace.export.profile.Speedscope;
import dev.dexscope.trace.export.profile.TauProfile;
import dev.dexscope.trace.export.profile.TauTrace;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One small trace in every format: text formats against golden files that were read by eye, the
 * others by their real consumers where those are installed.
 */
class ExportsTest {
  @TempDir Path folder;
  private View view;

  /** main calls work (which throws once) and a method with a name that every format must escape. */
  @BeforeEach
  void aSmallTrace() throws IOException {
    Path file = folder.resolve("small.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.start(1_700_000_000_000_000L);
      out.key("vm", "art");
      out.key("pid", "77");
      out.thread(1, "main");
      out.thread(2, "pool <1>; \"x\"");
      out.method(
          new Method(4, "com.example.Main", "main", "([Ljava/lang/String;)V", "Main.java", 5));
      out.method(new Method(8, "com.example.Main", "work", "(I)I", "Main.java", 9));
      out.method(new Method(12, "com.example.Odd", "a;b,\"c\"</script>", "()V", "Odd.java", -1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 8, TraceviewWriter.ENTER, 100, 150);
      out.record(2, 12, TraceviewWriter.ENTER, 0, 200);
      out.record(1, 8, TraceviewWriter.EXIT, 300, 400);
      out.record(1, 8, TraceviewWriter.ENTER, 310, 420);
      out.record(1, 8, TraceviewWriter.UNROLL, 350, 500);
      out.record(2, 12, TraceviewWriter.EXIT, 50, 700);
      out.record(1, 4, TraceviewWriter.EXIT, 600, 1000);
    }
    Path here = Files.createDirectories(folder.resolve("in"));
    Path moved = Files.move(file, here.resolve("small.trace"));
    view = View.of(TraceReader.open(moved), Filter.ALL);
  }

  @FunctionalInterface
  private interface Export {
    void to(OutputStream out) throws IOException;
  }

  private static byte[] bytes(Export export) throws IOException {
    var out = new ByteArrayOutputStream();
    export.to(out);
    return out.toByteArray();
  }

  private String text(Export export) throws IOException {
    return new String(bytes(export), StandardCharsets.UTF_8)
        .replace(view.trace().info().file(), "small.trace");
  }

  @Test
  void collapsed() throws IOException {
    Golden.check("collapsed", text(out -> CollapsedStacks.write(view, Timing.WALL, out)));
  }

  @Test
  void flamePicture() throws IOException {
    Golden.check("flame.svg", text(out -> FlameSvg.write(view, Timing.WALL, out)));
  }

  @Test
  void flameTree() throws IOException {
    Golden.check("flametree", text(out -> FlameJson.write(view, Timing.WALL, out)));
  }

  @Test
  void flamePicturesOfRunawayRecursionStaySmall() throws IOException {
    Path file = folder.resolve("deep.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      for (int method = 1; method <= 2000; method++) {
        out.method(new Method(4L * method, "p.C", "m" + method, "()V", "C.java", 1));
      }
      for (int i = 1; i <= 2000; i++) {
        out.record(1, 4 * i, TraceviewWriter.ENTER, i, i);
      }
      for (int i = 2000; i > 0; i--) {
        out.record(1, 4 * i, TraceviewWriter.EXIT, 1_000_000 - i, 1_000_000 - i);
      }
    }
    View deep = View.of(TraceReader.open(file), Filter.ALL);

    String picture = text(out -> FlameSvg.write(deep, Timing.WALL, out));
    String tree = text(out -> FlameJson.write(deep, Timing.WALL, out));

    assertThat(picture).contains("deeper calls are omitted").contains("p.C.m398()");
    assertThat(picture).doesNotContain("p.C.m399()");
    assertThat(tree.split("\"name\"", -1)).hasSize(401);
  }

  /** More call paths than a picture can have frames. */
  @Test
  void flamePicturesOfManyPathsStaySmall() throws IOException {
    Path file = folder.resolve("many.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      for (int method = 1; method <= 300; method++) {
        out.method(new Method(4L * method, "p.C", "m" + method, "()V", "C.java", 1));
      }
      int time = 0;
      for (int i = 1; i <= 200; i++) {
        for (int k = 1; k <= 300; k++) {
          out.record(1, 4 * (1 + (i + k) % 300), TraceviewWriter.ENTER, time, time);
        }
        time += 1000;
        for (int k = 300; k >= 1; k--) {
          out.record(1, 4 * (1 + (i + k) % 300), TraceviewWriter.EXIT, time, time);
        }
      }
    }
    View many = View.of(TraceReader.open(file), Filter.ALL);

    assertThat(text(out -> FlameSvg.write(many, Timing.WALL, out))).hasSizeLessThan(9_000_000);
  }

  @Test
  void timeline() throws IOException {
    Golden.check("timeline", text(out -> TimelineSvg.write(view, 0, Long.MAX_VALUE, out)));
  }

  @Test
  void csv() throws IOException {
    Golden.check("csv", text(out -> Csv.write(view, out)));
  }

  @Test
  void chrome() throws IOException {
    Golden.check("chrome", text(out -> ChromeTrace.write(view, out)));
  }

  @Test
  void speedscope() throws IOException {
    Golden.check("speedscope", text(out -> Speedscope.write(view, out)));
  }

  @Test
  void firefox() throws IOException {
    Golden.check("firefox", text(out -> FirefoxProfile.write(view, out)));
  }

  @Test
  void callgrind() throws IOException {
    Golden.check("callgrind", text(out -> Callgrind.write(view, out)));
  }

  /** Without a function of their own, the calls of f from f would cost 3 ms of 3 again. */
  @Test
  void recursiveCallsAreOfAnotherFunctionForCallgrind() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("recursion.calls"),
            """
            dexscope calls 1
            clock wall
            method 1\tp.M\tf\t()V\tM.java
            method 2\tp.M\tg\t()V\tM.java
            thread 0\tmain
            1 1 1 0 1000000 0 0 0
            2 1 1 0 1000000 0 0 0
            3 1 1 0 1000000 0 0 0
            4 2 5 0 2000000 0 0 0
            end
            """);
    View recursive = View.of(TraceReader.open(file), Filter.ALL);
    assertThat(text(out -> Callgrind.write(recursive, out)))
        .contains(
            """
            fn=(1) p.M.f()V
            0 1000
            cfl=M.java
            cfn=(3) p.M.f()V'2
            calls=1 0
            0 4000

            fl=M.java
            fn=(3)
            0 2000
            cfl=M.java
            cfn=(3)
            calls=1 0
            0 0
            cfl=M.java
            cfn=(2) p.M.g()V
            calls=5 0
            0 2000

            """);
  }

  @Test
  @NeedsPeer(Peer.CALLGRIND_ANNOTATE)
  void callgrindAnnotateReadsIt() throws Exception {
    Path file =
        Files.writeString(folder.resolve("callgrind.out"), text(out -> Callgrind.write(view, out)));
    String shown = Consumer.run(Peer.CALLGRIND_ANNOTATE.path().toString(), file.toString());
    assertThat(shown).contains("1,500").contains("Main.java:com.example.Main.main");
  }

  @Test
  void tauProfile() throws IOException {
    Path tau = Files.createDirectory(folder.resolve("tau"));
    TauProfile.write(view, Timing.WALL, tau);

    Golden.check("tau0", Files.readString(tau.resolve("profile.0.0.0")));
    Golden.check("tau1", Files.readString(tau.resolve("profile.0.0.1")));
  }

  @Test
  void tauTrace() throws IOException {
    Path tau = Files.createDirectory(folder.resolve("tautrace"));
    TauTrace.write(view, tau);

    Golden.check("tau.edf", Files.readString(tau.resolve("events.0.edf")));
    // Init, clock, three calls of two records each, close, clock; 24 bytes a record.
    assertThat(tau.resolve("tautrace.0.0.0.trc")).hasSize(24 * (2 + 6 + 2));
    assertThat(tau.resolve("tautrace.0.0.1.trc")).hasSize(24 * (2 + 2 + 2));
    // TAU's reader expects a close, and then a wall clock, by their names in the .edf.
    ByteBuffer records =
        ByteBuffer.wrap(Files.readAllBytes(tau.resolve("tautrace.0.0.1.trc")))
            .order(ByteOrder.LITTLE_ENDIAN);
    assertThat(records.getInt(4 * 24)).isEqualTo(60003);
    assertThat(records.getInt(5 * 24)).isEqualTo(60005);
  }

  @Test
  void pprofHasWhatTheTreeHas() throws Exception {
    byte[] packed = bytes(out -> Pprof.write(view, out));
    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes();
    assertThat(new String(plain, StandardCharsets.UTF_8))
        .contains("com.example.Main.work", "nanoseconds", "pool <1>; \"x\"");
  }

  @Test
  @NeedsPeer(Peer.PROTOC)
  void pprofIsWellFormed() throws Exception {
    byte[] packed = bytes(out -> Pprof.write(view, out));
    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes();

    assertThat(decoded("profile.pb", plain)).contains("10: 1000000");
  }

  /** Returns the fields that protoc finds without a schema. */
  private String decoded(String name, byte[] message) throws Exception {
    Path file = Files.write(folder.resolve(name), message);
    return Consumer.run("sh", "-c", Peer.PROTOC.path() + " --decode_raw < " + file);
  }

  @Test
  @NeedsPeer(Peer.PROTOC)
  void perfettoIsWellFormed() throws Exception {
    String raw = decoded("perfetto.pb", bytes(out -> Perfetto.write(view, List.of(), out)));

    // Eight slice events on two tracks, names interned once, CPU time of the last: 600 \u00b5s.
    assertThat(raw.split("\n  11 \\{", -1)).hasSize(1 + 8);
    assertThat(raw).contains("12: 600000", "10: \"exception\"");
    assertThat(raw.split("com.example.Main.work", -1)).hasSize(1 + 1);
  }

  @Test
  void everyThreadHasItsEventsTogether() throws IOException {
    Path file = folder.resolve("threads.trace");
    int threads = 2000;
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "p.C", "m", "()V", "C.java", 1));
      for (int i = 0; i < 10 * threads; i++) {
        int action = i / threads % 2 == 0 ? TraceviewWriter.ENTER : TraceviewWriter.EXIT;
        out.record(1 + i % threads, 4, action, i, i);
      }
    }
    View many = View.of(TraceReader.open(file), Filter.ALL);

    String json = new String(bytes(out -> Speedscope.write(many, out)), StandardCharsets.UTF_8);

    // Thread 2000 has its five calls and returns, 2,000 µs apart.
    assertThat(json).contains("{\"type\":\"O\",\"frame\":0,\"at\":17999000},{\"type\":\"C\"");
    assertThat(json.split("\"evented\"", -1)).hasSize(1 + threads);
  }

  @Test
  void flameGraphHoldsItsDataSafely() throws IOException {
    String page = text(out -> FlameGraph.write(view, out));

    assertThat(page)
        .contains("com.example.Odd.a;b,\\\"c\\\"\\u003c/script>")
        .contains("pool \\u003c1>");
    assertThat(page.split("</script>", -1)).hasSize(1 + 2);
    assertThat(page).doesNotContain("http:").doesNotContain("https:");
    Golden.check(
        "flame.json", page.substring(page.indexOf("{\"title\""), page.indexOf("]}]}") + 4));
  }

  @Test
  void reportHoldsItsDataSafely() throws IOException {
    String page = text(out -> HtmlReport.write(view, out));

    assertThat(page).contains("pool \\u003c1>").doesNotContain("/*INCLUDE");
    assertThat(page.split("</script>", -1)).hasSize(1 + 2);
    assertThat(page).doesNotContain("http:").doesNotContain("https:");
    Golden.check(
        "report.json", page.substring(page.indexOf("{\"elapsed\""), page.indexOf("]}]}") + 4));
  }

  @Test
  @NeedsPeer(Peer.CHROMIUM)
  void flameGraphRunsInABrowser() throws Exception {
    String dom = shown(out -> FlameGraph.write(view, out), "#time=cpu&search=work&fold=1");

    assertThat(dom).contains("36.9 % matched");
    assertThat(dom).contains("2 threads, 3 call paths, 650.0 µs CPU");
  }

  @Test
  @NeedsPeer(Peer.CHROMIUM)
  void reportRunsInABrowser() throws Exception {
    String dom = shown(out -> HtmlReport.write(view, out), "#time=cpu&method=1");

    assertThat(dom)
        .contains("240.0 µs inclusive (36.9 %), 240.0 µs exclusive (36.9 %), 2 calls, 1 left by an")
        .contains("<b>1.000 ms</b><span>elapsed</span>")
        .contains("3 methods");
  }

  /**
   * Returns the content of a page in a browser; its script sets an attribute of the root element
   * when it has run.
   */
  private String shown(Export export, String view) throws Exception {
    Path page = folder.resolve("page.html");
    try (var out = Files.newOutputStream(page)) {
      export.to(out);
    }
    String dom = Consumer.browse(page.toUri() + view, folder.resolve("profile"), 3000);
    assertThat(dom).contains("data-ready=").contains("small.trace");
    return dom;
  }
}
