package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Random traces: what is written is read; the model is that of a naive reference; damage never
 * stops.
 */
class RandomTracesTest {
  private static final List<String> TREES = List.of("pprof profile", "dexscope page");

  private record Event(int thread, int method, int action, long cpu, long wall) {}

  /** Balanced calls on up to four threads, times rising, some left open at the end. */
  private static List<Event> events(long seed, int count) {
    var random = new Random(seed);
    List<Deque<Integer>> stacks = new ArrayList<>();
    long[] cpu = new long[4];
    long wall = 0;
    List<Event> events = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      stacks.add(new ArrayDeque<>());
    }
    for (int i = 0; i < count; i++) {
      int t = random.nextInt(4);
      wall += random.nextInt(50);
      cpu[t] += random.nextInt(40);
      Deque<Integer> stack = stacks.get(t);
      if (stack.isEmpty() || (stack.size() < 20 && random.nextInt(100) < 52)) {
        int method = 4 * (1 + random.nextInt(12));
        stack.push(method);
        events.add(new Event(t + 1, method, TraceviewWriter.ENTER, cpu[t], wall));
      } else {
        int action = random.nextInt(10) == 0 ? TraceviewWriter.UNROLL : TraceviewWriter.EXIT;
        events.add(new Event(t + 1, stack.pop(), action, cpu[t], wall));
      }
    }
    return events;
  }

  private static Path write(List<Event> events, int version, boolean streaming) throws IOException {
    Path file = Files.createTempFile("random", ".trace");
    Clock clock = version == 3 ? Clock.DUAL : version == 2 ? Clock.WALL : Clock.THREAD_CPU;
    try (var out =
        streaming
            ? TraceviewWriter.streaming(file, version, clock)
            : TraceviewWriter.file(file, version, clock)) {
      out.start(1_700_000_000_000_000L);
      for (int t = 1; t <= 4; t++) {
        out.thread(t, "thread-" + t);
      }
      for (int m = 1; m <= 12; m++) {
        out.method(new Method(4L * m, "p.C" + m % 3, "m" + m, "()V", "C.java", m));
      }
      for (Event e : events) {
        out.record(e.thread, e.method, e.action, version == 2 ? e.wall : e.cpu, e.wall);
      }
    }
    return file;
  }

  /** A random trace with both clocks. */
  static Path write(long seed, int count) throws IOException {
    return write(events(seed, count), 3, false);
  }

  /** Call paths with their calls and inclusive times, by plain strings and stacks. */
  private static Map<String, long[]> reference(List<Event> events) {
    Map<String, long[]> paths = new TreeMap<>();
    Map<Integer, Deque<Object[]>> stacks = new TreeMap<>();
    long end = events.isEmpty() ? 0 : events.getLast().wall;
    Map<Integer, Long> lastCpu = new TreeMap<>();
    for (Event e : events) {
      Deque<Object[]> stack = stacks.computeIfAbsent(e.thread, _ -> new ArrayDeque<>());
      lastCpu.put(e.thread, e.cpu);
      if (e.action == TraceviewWriter.ENTER) {
        String caller = stack.isEmpty() ? "t" + e.thread : (String) stack.element()[0];
        stack.push(new Object[] {caller + "/" + e.method, e.cpu, e.wall});
        paths.computeIfAbsent((String) stack.element()[0], _ -> new long[4])[0]++;
      } else {
        close(paths, stack.pop(), e.cpu, e.wall, e.action == TraceviewWriter.UNROLL);
      }
    }
    stacks.forEach((thread, stack) -> {
      while (!stack.isEmpty()) {
        close(paths, stack.pop(), lastCpu.getOrDefault(thread, 0L), end, false);
      }
    });
    return paths;
  }

  private static void close(
      Map<String, long[]> paths, Object[] call, long cpu, long wall, boolean exception) {
    long[] sums = paths.computeIfAbsent((String) call[0], _ -> new long[4]);
    sums[1] += exception ? 1 : 0;
    sums[2] += cpu - (long) call[1];
    sums[3] += wall - (long) call[2];
  }

  private static Map<String, long[]> paths(Trace trace) {
    Map<String, long[]> paths = new TreeMap<>();
    for (TraceThread thread : trace.threads()) {
      CallTree tree = thread.tree();
      String[] names = new String[tree.size()];
      names[0] = "t" + thread.id();
      for (int n = 1; n < tree.size(); n++) {
        names[n] = names[tree.parent(n)] + "/" + trace.methods().get(tree.method(n)).id();
        paths.put(
            names[n],
            new long[] {
              tree.calls(n),
              tree.exceptions(n),
              tree.inclusiveCpu(n) / 1000,
              tree.inclusiveWall(n) / 1000
            });
      }
    }
    return paths;
  }

  @Property(tries = 150)
  void theModelIsThatOfTheReference(
      @ForAll long seed, @ForAll @IntRange(max = 400) int count, @ForAll boolean streaming)
      throws IOException {
    List<Event> events = events(seed, count);
    Path file = write(events, 3, streaming);
    Trace trace = TraceReader.open(file);
    Files.delete(file);

    Map<String, long[]> expected = reference(events);
    Map<String, long[]> actual = paths(trace);
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    actual.forEach((path, sums) -> assertThat(sums).as(path).isEqualTo(expected.get(path)));
    assertThat(trace.quality().isClean()).isTrue();
    assertThat(trace.quality().records()).isEqualTo(count);
  }

  @Property(tries = 60)
  void singleClocksAreReadAsTheHeaderSays(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int version, @ForAll boolean streaming)
      throws IOException {
    List<Event> events = events(seed, 200);
    Path file = write(events, version, streaming);
    Trace trace = TraceReader.open(file);
    Files.delete(file);

    Map<String, long[]> expected = reference(events);
    int column = version == 2 ? 3 : 2;
    Map<String, long[]> actual = paths(trace);
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    actual.forEach((path, sums) -> {
      long[] e = expected.getOrDefault(path, new long[4]);
      assertThat(sums[column]).as(path).isEqualTo(e[column]);
      assertThat(sums[5 - column]).as(path).isZero();
    });
  }

  @Property(tries = 300)
  void damageIsRepairedOrRefused(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int version,
      @ForAll boolean streaming,
      @ForAll @IntRange(max = 3) int kind)
      throws IOException {
    var random = new Random(seed);
    Path file = write(events(seed, 100), version, streaming);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < 5; i++) {
      int at = random.nextInt(bytes.length);
      if (kind == 0) {
        bytes = java.util.Arrays.copyOf(bytes, Math.max(1, at));
      } else {
        bytes[at] = (byte) random.nextInt();
      }
    }
    Files.write(file, bytes);
    useAll(file);
    Files.delete(file);
  }

  /** Opens, checks that time is conserved and that a replay is balanced. */
  static void useAll(Path file) throws IOException {
    try {
      Trace trace = TraceReader.open(file);
      for (TraceThread thread : trace.threads()) {
        CallTree tree = thread.tree();
        long sum = 0;
        for (int n = 1; n < tree.size(); n++) {
          sum += tree.exclusiveWall(n);
        }
        // In profiles that hold trees a thread may have time of its own.
        boolean mayHaveMore = TREES.contains(trace.info().format());
        assertThat(mayHaveMore ? Math.min(sum, tree.inclusiveWall(0)) : tree.inclusiveWall(0))
            .isEqualTo(sum);
      }
      int[] depth = new int[trace.threads().size()];
      trace.replay(
          new CallVisitor() {
            @Override
            public void enter(int thread, int method, long wall, long cpu) {
              depth[thread]++;
            }

            @Override
            public void exit(int thread, int method, long wall, long cpu, boolean exception) {
              depth[thread]--;
            }
          });
      assertThat(depth).containsOnly(new int[depth.length]);
    } catch (TraceFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
  }

  @FuzzTest(maxDuration = "30m")
  void anyBytesAreReadOrRefused(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return;
    }
    Path file = Files.createTempFile("fuzz", ".trace");
    try {
      Files.write(file, bytes);
      useAll(file);
    } finally {
      Files.delete(file);
    }
  }
}
