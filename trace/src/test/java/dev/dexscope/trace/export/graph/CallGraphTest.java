package dev.dexscope.trace.export.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.Golden;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallGraphTest {
  @TempDir Path folder;
  private View view;

  /** main calls small (1 % itself), which calls big; big calls itself; odd has an odd name. */
  @BeforeEach
  void aTrace() throws IOException {
    Path file = folder.resolve("graph.trace");
    try (var out = TraceviewWriter.file(file, 1, Clock.WALL)) {
      out.thread(1, "main");
      out.method(new Method(4, "com.example.Main", "main", "()V", "", -1));
      out.method(new Method(8, "com.example.Main", "small", "()V", "", -1));
      out.method(new Method(12, "com.example.Big", "big", "(I)V", "", -1));
      out.method(new Method(16, "com.example.Odd", "<a>\"\\N\u0001&", "()V", "", -1));
      int[][] records = {
        {4, 0, 0},
        {8, 0, 10},
        {8, 1, 15},
        {8, 0, 20},
        {12, 0, 22},
        {12, 0, 100},
        {12, 1, 300},
        {12, 1, 600},
        {8, 1, 605},
        {12, 0, 610},
        {12, 1, 700},
        {16, 0, 700},
        {16, 1, 990},
        {4, 1, 1000},
      };
      for (int[] r : records) {
        out.record(1, r[0], r[1], r[2], 0);
      }
    }
    view = View.of(TraceReader.open(file), Filter.ALL);
  }

  private CallGraph graph(double threshold, String... kept) {
    return CallGraph.of(view, Timing.WALL, threshold, List.of(kept));
  }

  @Test
  void costsAreThoseOfTheTrace() {
    CallGraph graph = graph(0);

    assertThat(graph.total()).isEqualTo(1_000_000);
    assertThat(graph.left()).isZero();
    assertThat(graph.nodes())
        .extracting(n -> n.method().name(), n -> n.calls(), n -> n.inclusive(), n -> n.exclusive())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("main", 1L, 1_000_000L, 30_000L),
            org.assertj.core.groups.Tuple.tuple("big", 3L, 668_000L, 668_000L),
            org.assertj.core.groups.Tuple.tuple("small", 2L, 590_000L, 12_000L),
            org.assertj.core.groups.Tuple.tuple("<a>\"\\N\u0001&", 1L, 290_000L, 290_000L));
    assertThat(graph.edges())
        .containsExactly(
            new CallGraph.Edge(0, 2, 2, 590_000, true),
            new CallGraph.Edge(2, 1, 1, 578_000, true),
            new CallGraph.Edge(0, 3, 1, 290_000, true),
            new CallGraph.Edge(1, 1, 1, 200_000, true),
            new CallGraph.Edge(0, 1, 1, 90_000, true));
  }

  @Test
  void aCheapMethodIsLeftOutAndItsCallsPassThroughIt() {
    CallGraph graph = graph(0.6);

    assertThat(graph.nodes()).extracting(n -> n.method().name()).containsExactly("main", "big");
    assertThat(graph.left()).isEqualTo(2);
    assertThat(graph.edges())
        .containsExactly(
            new CallGraph.Edge(0, 1, 2, 668_000, true), new CallGraph.Edge(1, 1, 1, 200_000, true));
  }

  @Test
  void aKeptMethodIsNeverLeftOut() {
    assertThat(graph(0.6, "com.example.Odd").nodes())
        .extracting(n -> n.method().className())
        .contains("com.example.Odd");
  }

  @Test
  void anEmptyGraphIsAPicture() throws IOException {
    CallGraph empty = graph(2);

    assertThat(empty.nodes()).isEmpty();
    assertThat(svg(empty)).contains("0 methods, 4 cheaper ones omitted").endsWith("</svg>\n");
  }

  @Test
  void goldenPictures() throws IOException {
    Golden.check("callgraph.svg", svg(graph(0.05)));
    Golden.check("callgraph.dot", dot(graph(0.05)));
  }

  @Test
  @NeedsPeer(Peer.GRAPHVIZ)
  void graphvizDrawsIt() throws IOException {
    Path graphviz = Graphviz.find().orElseThrow();
    var png = new ByteArrayOutputStream();

    Graphviz.draw(graphviz, "png", graph(0), png);

    assertThat(png.toByteArray()).startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void graphvizIsFoundOnTheSearchPathOnly() throws IOException {
    assertThat(Graphviz.find(null)).isEmpty();
    assertThat(Graphviz.find(folder.toString())).isEmpty();
    Path dot = Files.createFile(folder.resolve("dot"));
    assertThat(dot.toFile().setExecutable(true)).isTrue();
    assertThat(Graphviz.find("/nowhere:" + folder)).contains(dot);
  }

  /** For any graph: boxes of a layer do not overlap, and edges lead down. */
  @Property(tries = 200)
  void boxesNeverOverlap(@ForAll @Size(max = 60) List<@IntRange(min = 0, max = 399) Integer> ends) {
    int boxes = 20;
    int[] from = ends.stream().mapToInt(e -> e / boxes).toArray();
    int[] to = ends.stream().mapToInt(e -> e % boxes).toArray();
    double[] widths = new double[boxes];
    for (int i = 0; i < boxes; i++) {
      widths[i] = 40 + 13 * (i % 7);
    }

    var layout = new LayeredLayout(widths, from, to);

    for (int a = 0; a < boxes; a++) {
      assertThat(layout.x(a) - widths[a] / 2).isGreaterThan(-0.001);
      for (int b = 0; b < a; b++) {
        if (layout.layer(a) == layout.layer(b)) {
          assertThat(Math.abs(layout.x(a) - layout.x(b)))
              .isGreaterThan((widths[a] + widths[b]) / 2);
        }
      }
    }
    for (int e = 0; e < from.length; e++) {
      int[] chain = layout.chain(e);
      assertThat(chain.length == 0).isEqualTo(from[e] == to[e]);
      for (int i = 1; i < chain.length; i++) {
        assertThat(layout.layer(chain[i])).isEqualTo(layout.layer(chain[i - 1]) + 1);
      }
    }
  }

  private static String svg(CallGraph graph) throws IOException {
    var out = new ByteArrayOutputStream();
    CallGraphSvg.write(graph, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String dot(CallGraph graph) throws IOException {
    var out = new ByteArrayOutputStream();
    Dot.write(graph, out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
