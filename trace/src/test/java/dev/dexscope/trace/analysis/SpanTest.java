package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Spans of time cut calls, and lose nothing: those that follow each other add up to the whole. */
class SpanTest {
  private static Trace trace(Random random, int records) throws IOException {
    Path file = Files.createTempFile("span", ".trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      for (int m = 1; m <= 5; m++) {
        out.method(new Method(4L * m, "p.C", "m" + m, "()V", "C.java", m));
      }
      int[][] stacks = new int[2][12];
      int[] depth = new int[2];
      long[] cpu = new long[2];
      long wall = 0;
      for (int i = 0; i < records; i++) {
        int t = random.nextInt(2);
        // Every record has a moment of its own: at the same one it would matter which came first.
        int passed = 1 + random.nextInt(20);
        wall += passed;
        cpu[t] += random.nextInt(passed + 1);
        int d = depth[t];
        if (d == 0 || (d < 12 && random.nextInt(100) < 52)) {
          stacks[t][d] = 4 * (1 + random.nextInt(5));
          depth[t]++;
          out.record(t + 1, stacks[t][d], TraceviewWriter.ENTER, cpu[t], wall);
        } else {
          int action = random.nextInt(5) == 0 ? TraceviewWriter.UNROLL : TraceviewWriter.EXIT;
          out.record(t + 1, stacks[t][--depth[t]], action, cpu[t], wall);
        }
      }
    }
    Trace trace = TraceReader.open(file);
    Files.delete(file);
    return trace;
  }

  private static View span(Trace trace, long from, long to) {
    return View.of(trace, new Filter(List.of(), List.of(), List.of(), from, to, 0));
  }

  /** Exclusive wall and CPU time and exceptions by method. */
  private static void add(View view, Map<String, long[]> sums) {
    for (Cost cost : FlatProfile.of(view, Grouping.METHOD)) {
      long[] sum = sums.computeIfAbsent(cost.name(), _ -> new long[3]);
      sum[0] += cost.exclusiveWall();
      sum[1] += cost.exclusiveCpu();
      sum[2] += cost.exceptions();
    }
  }

  @Property(tries = 150)
  void spansAddUpToTheWhole(
      @ForAll long seed,
      @ForAll @IntRange(max = 300) int records,
      @ForAll @IntRange(max = 6) int cuts)
      throws IOException {
    var random = new Random(seed);
    Trace trace = trace(random, records);
    // Between the records' moments, which are whole microseconds.
    List<Long> ends = new ArrayList<>(List.of(0L, Long.MAX_VALUE));
    for (int i = 0; i < cuts; i++) {
      ends.add(1000L * random.nextInt(10 * records + 1) + 1 + random.nextInt(999));
    }
    ends.sort(null);
    Map<String, long[]> parts = new TreeMap<>();
    for (int i = 1; i < ends.size(); i++) {
      add(span(trace, ends.get(i - 1), ends.get(i)), parts);
    }
    Map<String, long[]> whole = new TreeMap<>();
    add(View.of(trace, Filter.ALL), whole);

    assertThat(parts.keySet()).isEqualTo(whole.keySet());
    parts.forEach((method, sums) ->
        assertThat(sums).as(method).isEqualTo(whole.getOrDefault(method, new long[3])));
  }

  @Property(tries = 100)
  void replaysAreBalancedAndLieInTheSpan(
      @ForAll long seed, @ForAll @IntRange(max = 300) int records) throws IOException {
    var random = new Random(seed);
    Trace trace = trace(random, records);
    long from = 1000L * random.nextInt(5 * records + 1);
    long to = from + 1000L * random.nextInt(5 * records + 1);
    int[] depth = new int[Math.max(1, trace.threads().size())];
    long[] lastCpu = new long[depth.length];

    span(trace, from, to)
        .replay(
            new CallVisitor() {
              @Override
              public void enter(int thread, int method, long wall, long cpu) {
                depth[thread]++;
                check(thread, wall, cpu);
              }

              @Override
              public void exit(int thread, int method, long wall, long cpu, boolean exception) {
                depth[thread]--;
                check(thread, wall, cpu);
              }

              private void check(int thread, long wall, long cpu) {
                assertThat(wall).isBetween(from, to);
                assertThat(depth[thread]).isNotNegative();
                assertThat(cpu).isGreaterThanOrEqualTo(lastCpu[thread]);
                lastCpu[thread] = cpu;
              }
            });

    assertThat(depth).containsOnly(0);
  }
}
