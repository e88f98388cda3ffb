package dev.dexscope.trace.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles in version 2 of the file of calls. */
class CallsWriterTest {
  private static final String HEAD =
      """
      dexscope calls 2
      clock dual
      sample 1000
      method 0\tapp.Main\tmain\t()V\tMain.java
      thread 4\tmain
      """;

  @TempDir private Path folder;

  /** Trees with calls and times made up. */
  private static CallTree tree(Random random, int methods) {
    var builder = new CallTreeBuilder();
    int[] nodes = new int[1 + random.nextInt(40)];
    nodes[0] = builder.newRoot();
    for (int i = 1; i < nodes.length; i++) {
      nodes[i] = builder.child(nodes[random.nextInt(i)], random.nextInt(methods));
      int calls = random.nextInt(1000);
      builder.add(nodes[i], calls, calls == 0 ? 0 : random.nextInt(calls), 0, 0);
      // Its time is that of its callers too.
      long cpu = random.nextInt(1_000_000);
      long wall = cpu + random.nextInt(1_000_000);
      for (int node = nodes[i]; node >= 0; node = builder.caller(node)) {
        builder.addTime(node, wall, cpu);
      }
    }
    builder.addTime(nodes[0], 5, 0);
    return builder.build(nodes[0]);
  }

  @Property(tries = 200)
  void profilesAreReadBack(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    int methods = 1 + random.nextInt(10);
    List<CallTree> trees = List.of(tree(random, methods), tree(random, methods));
    var wait =
        new Observed.Wait(
            1, random.nextInt(methods), 17, Observed.Kind.LOCK, "a\tlock of Shop", 0, 3, 77, 50);
    var part = new Observed.Part(0, random.nextBoolean() ? -1 : 0, Observed.Kind.FIRST_USE, "", 99);
    var made = new Observed.Made(0, -1, "java.lang.String[]", 1_000);
    var span = new Observed.Span(1, Observed.Kind.PARK, "a queue", 5, 60, 50);
    Path file = Files.createTempFile("profile", ".calls");
    try {
      try (var out = new CallsWriter(file, 12_345)) {
        out.key("runs", "twice");
        for (int i = 0; i < methods; i++) {
          out.method(i, new Method(0, "p.C" + i, "m\n", "()V", "C.java", -1));
        }
        out.thread(0, "main", trees.getFirst());
        out.thread(1, "other \ud800", trees.getLast());
        out.line(1, 0, 42, 5, 6);
        out.wait(wait);
        out.part(part);
        out.allocated(made);
        out.thrown(made);
        out.span(span);
      }
      Trace trace = TraceReader.open(file);
      assertThat(trace.info().version()).isEqualTo(2);
      assertThat(trace.info().keys()).containsEntry("runs", "twice");
      assertThat(trace.observed().sampleNanos()).isEqualTo(12_345);
      for (int i = 0; i < 2; i++) {
        assertSame(trace, trace.threads().get(i).tree(), trees.get(i));
      }
      Observed.Wait read = trace.observed().waits().getFirst();
      assertThat(read).usingRecursiveComparison().ignoringFields("what", "method").isEqualTo(wait);
      assertThat(read.what()).isEqualTo("a?lock of Shop");
      assertThat(trace.observed().allocations()).containsExactly(made);
      assertThat(trace.observed().exceptions()).containsExactly(made);
      assertThat(trace.observed().path().getFirst().nanos()).isEqualTo(99);
      assertThat(trace.observed().path().getFirst().kind()).isEqualTo(Observed.Kind.FIRST_USE);
      assertThat(trace.observed().spans()).containsExactly(span);
      int first = trace.methods().named("p.C0.m?").getFirst();
      assertThat(trace.lines().of(first, _ -> true)).containsExactly(new LineTimes.Time(42, 5, 6));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void assertSame(Trace trace, CallTree read, CallTree written) {
    assertThat(read.size()).isEqualTo(written.size());
    for (int node = 0; node < read.size(); node++) {
      assertThat(read.inclusiveWall(node)).isEqualTo(written.inclusiveWall(node));
      assertThat(read.inclusiveCpu(node)).isEqualTo(written.inclusiveCpu(node));
      assertThat(read.calls(node)).isEqualTo(written.calls(node));
      assertThat(read.exceptions(node)).isEqualTo(written.exceptions(node));
      if (node > 0) {
        assertThat(trace.methods().get(read.method(node)).className())
            .isEqualTo("p.C" + written.method(node));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "time 1\n",
        "time 1\t-2\n",
        "line 4\t0\t1\t2\n",
        "line 5\t0\t1\t2\t3\n",
        "line 4\t0\t999999\t2\t3\n",
        "wait 4\t0\t1\tlock\tx\t\t1\t2\n",
        "wait 4\t0\t1\tblock\tx\t\t1\t2\t3\n",
        "wait 4\t0\t1\tlock\tx\t9\t1\t2\t3\n",
        "path 4\t0\twork\t\t99999999999999999999\n",
        "path 4\tx\twork\t\t1\n",
        "span 4\twork\t\t1\n",
        "span 4\twork\t\t-1\t1\t1\n",
        "span 9\twork\t\t1\t1\t1\n",
        "key only\n",
        "sample x\n",
        "unknown 1\n"
      })
  void damagedLinesAreRefused(String line) throws IOException {
    Path file = Files.writeString(folder.resolve("damaged.calls"), HEAD + line + "end\n");
    assertThatThrownBy(() -> TraceReader.open(file)).isInstanceOf(TraceFormatException.class);
  }

  @Test
  void linesOfVersion2AreNotOfVersion1() throws IOException {
    Path file = folder.resolve("old.calls");
    Files.writeString(file, HEAD.replace("calls 2", "calls 1") + "end\n");
    assertThatThrownBy(() -> TraceReader.open(file)).isInstanceOf(TraceFormatException.class);
  }
}
