package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldedTreeTest {
  private static final int METHODS = 5;

  @TempDir Path folder;

  @Property(tries = 200)
  void eachMethodStandsOnceOnAPathAndKeepsItsTimeAndCalls(@ForAll long seed) {
    CallTree tree = tree(new Random(seed));
    CallTree folded = Trees.folded(tree);

    for (int node = 1; node < folded.size(); node++) {
      Set<Integer> path = new HashSet<>();
      for (int n = node; n > 0; n = folded.parent(n)) {
        assertThat(path.add(folded.method(n))).isTrue();
      }
      assertThat(folded.exclusiveWall(node)).isNotNegative();
    }
    assertThat(folded.inclusiveWall(0)).isEqualTo(tree.inclusiveWall(0));
    assertThat(exclusive(folded)).isEqualTo(exclusive(tree));
  }

  /** Exclusive times and calls by method. */
  private static long[] exclusive(CallTree tree) {
    long[] sums = new long[2 * METHODS];
    for (int node = 1; node < tree.size(); node++) {
      sums[2 * tree.method(node)] += tree.exclusiveWall(node);
      sums[2 * tree.method(node) + 1] += tree.calls(node);
    }
    return sums;
  }

  private static CallTree tree(Random random) {
    var builder = new CallTreeBuilder();
    int root = builder.newRoot();
    grow(builder, root, 8, random);
    return builder.build(root);
  }

  private static long grow(CallTreeBuilder builder, int caller, int depth, Random random) {
    long time = 0;
    for (int i = random.nextInt(depth + 1) / 2; i > 0; i--) {
      int node = builder.child(caller, random.nextInt(METHODS));
      long own = random.nextInt(10) + grow(builder, node, depth - 1, random);
      builder.add(node, 1, 0, own, own);
      time += own;
    }
    if (depth == 8) {
      builder.add(caller, 0, 0, time, time);
    }
    return time;
  }

  /** As the trace of a StackOverflowError has them: stacks in full would be gigabytes. */
  @Test
  void aRunawayRecursionIsWrittenShort() throws IOException {
    Path file = folder.resolve("deep.trace");
    int depth = 20_000;
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.method(new Method(4, "app.Main", "ping", "()V", "Main.java", 1));
      out.method(new Method(8, "app.Main", "pong", "()V", "Main.java", 2));
      for (int i = 0; i < depth; i++) {
        out.record(1, 4 + 4 * (i % 2), TraceviewWriter.ENTER, 3L * i, 3L * i);
      }
      for (int i = depth; i-- > 0; ) {
        long time = 3L * (2L * depth - i);
        out.record(1, 4 + 4 * (i % 2), TraceviewWriter.UNROLL, time, time);
      }
    }
    Trace trace = TraceReader.open(file);
    assertThat(Trees.isDeep(trace)).isTrue();
    var collapsed = new ByteArrayOutputStream();
    var pprof = new ByteArrayOutputStream();
    ExportFormat.COLLAPSED.write(Export.of(trace), collapsed);
    ExportFormat.PPROF.write(Export.of(trace), pprof);

    assertThat(collapsed.toString(StandardCharsets.UTF_8))
        .isEqualTo("main;app.Main.ping 60000\nmain;app.Main.ping;app.Main.pong 60000\n");
    assertThat(pprof.size()).isLessThan(1000);
  }
}
