package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.answer.Envelope;
import dev.dexscope.trace.answer.FlatTable;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of a trace that is read without call paths are those of its call trees. */
class MethodSumsTest {
  private static final int METHODS = 10;
  private static final int THREADS = 5;

  static List<Path> folders() {
    return RealTraces.folders();
  }

  @ParameterizedTest
  @MethodSource("folders")
  void realTracesHaveTheSameTables(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".trace")).toList()) {
        try {
          compare(file);
        } catch (TraceFormatException e) {
          // One of the negative examples.
        }
      }
    }
  }

  /**
   * Any order of calls and returns: recursion, missing and unmatched returns, times that go back.
   */
  @Property(tries = 300)
  void damagedTracesHaveTheSameTables(
      @ForAll long seed,
      @ForAll @IntRange(max = 400) int count,
      @ForAll @IntRange(min = 1, max = 3) int version)
      throws IOException {
    Path file = Files.createTempFile("sums", ".trace");
    try {
      write(file, new Random(seed), count, version);
      compare(file);
    } finally {
      Files.delete(file);
    }
  }

  private static void write(Path file, Random random, int count, int version) throws IOException {
    Clock clock = version == 3 ? Clock.DUAL : random.nextBoolean() ? Clock.WALL : Clock.THREAD_CPU;
    try (var out = TraceviewWriter.file(file, version, clock)) {
      for (int t = 1; t <= THREADS; t++) {
        out.thread(t, "thread-" + t % 3);
      }
      for (int m = 1; m <= METHODS; m++) {
        boolean waits = m == METHODS;
        out.method(
            new Method(
                4L * m,
                waits ? "java.lang.Thread" : "p.C" + m % 3,
                waits ? "sleep" : "m" + m,
                "()V",
                "C.java",
                m));
      }
      // Threads hand in their records one after the other, not in the order of time.
      long[] times = new long[THREADS + 1];
      for (int t = 1; t <= THREADS; t++) {
        times[t] = 10_000L + random.nextInt(9_000);
      }
      int thread = 1;
      for (int i = 0; i < count; i++) {
        thread = random.nextInt(8) == 0 ? 1 + random.nextInt(THREADS) : thread;
        times[thread] += random.nextInt(20) - (random.nextInt(30) == 0 ? 30 : 0);
        int action = random.nextInt(100);
        out.record(
            thread,
            4 * (1 + random.nextInt(METHODS + 1)),
            action < 48
                ? TraceviewWriter.ENTER
                : action < 90 ? TraceviewWriter.EXIT : 2 + action % 2,
            times[thread] - 9_000,
            times[thread]);
      }
    }
  }

  private static void compare(Path file) throws IOException {
    Trace tree = TraceReader.open(file);
    Trace sums = TraceReader.open(file, TraceOptions.PLAIN.withoutPaths(true));
    assertThat(sums.sums()).as("%s", file).hasSize(tree.threads().size());
    compare(tree, sums, Filter.ALL);
    for (var thread : tree.threads()) {
      compare(tree, sums, ofThread(thread.name()));
    }
    assertThat(sums.quality()).isEqualTo(tree.quality());
    assertThat(sums.info()).isEqualTo(tree.info());
    assertThat(recording(sums)).isEqualTo(recording(tree));
  }

  private static double recording(Trace trace) {
    return Envelope.Source.of(trace, Filter.ALL).recording();
  }

  private static Filter ofThread(String name) {
    return new Filter(List.of(), List.of(), List.of(name), 0, Long.MAX_VALUE, 0);
  }

  private static void compare(Trace tree, Trace sums, Filter filter) {
    for (Grouping by : List.of(Grouping.METHOD, Grouping.THREAD)) {
      assertThat(FlatProfile.of(View.of(sums, filter), by))
          .isEqualTo(FlatProfile.of(View.of(tree, filter), by));
      assertThat(rows(sums, filter, by)).isEqualTo(rows(tree, filter, by));
    }
  }

  private static List<List<@Nullable Object>> rows(Trace trace, Filter filter, Grouping by) {
    Measure measure = Measure.ofWork(trace.info().clock());
    var order = FlatProfile.Order.EXCLUSIVE;
    var table = FlatTable.of(View.of(trace, filter), by, measure, order, Integer.MAX_VALUE);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      rows.add(table.row(i));
    }
    return rows;
  }

  /** Two methods that a mapping gives one name are one row: its recursion is that of both. */
  @Test
  void namesThatAMappingMakesEqualAreReadWithPaths(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.method(new Method(4, "a", "a", "()V", "A.java", 1));
      out.method(new Method(8, "b", "a", "()V", "A.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 8, TraceviewWriter.ENTER, 10, 10);
      out.record(1, 8, TraceviewWriter.EXIT, 30, 30);
      out.record(1, 4, TraceviewWriter.EXIT, 40, 40);
    }
    Path mapping =
        Files.writeString(
            folder.resolve("mapping.txt"),
            "p.One -> a:\n    void run() -> a\np.Two -> b:\n    void p.One.run() -> a\n");
    var options = TraceOptions.PLAIN.withMapping(mapping);
    List<Cost> costs = byMethod(TraceReader.open(file, options));
    assertThat(costs).hasSize(1);
    assertThat(byMethod(TraceReader.open(file, options.withoutPaths(true)))).isEqualTo(costs);
  }

  private static List<Cost> byMethod(Trace trace) {
    return FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD);
  }

  /** Wrong figures would not be noticed. */
  @Test
  void whatNeedsPathsIsRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.trace");
    write(file, new Random(1), 50, 3);
    Trace sums = TraceReader.open(file, TraceOptions.PLAIN.withoutPaths(true));
    View all = View.of(sums, Filter.ALL);
    assertThatThrownBy(() -> FlatProfile.of(all, Grouping.CLASS))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> View.of(sums, Filter.ALL.from(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
