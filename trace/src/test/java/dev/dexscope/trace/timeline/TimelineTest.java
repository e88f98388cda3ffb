package dev.dexscope.trace.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every window equals that of a reference that keeps all calls. */
class TimelineTest {
  private static final int THREADS = 3;

  private record Call(int depth, int method, long from, long to) {}

  /** All calls of each thread, in the order in which they return. */
  private static List<List<Call>> calls(View view) {
    boolean hasWall = view.trace().info().clock().hasWall();
    List<List<Call>> returned = new ArrayList<>();
    List<List<Call>> running = new ArrayList<>();
    for (int i = 0; i < view.trace().threads().size(); i++) {
      returned.add(new ArrayList<>());
      running.add(new ArrayList<>());
    }
    view.replay(
        new CallVisitor() {
          @Override
          public void enter(int thread, int method, long wall, long cpu) {
            List<Call> stack = running.get(thread);
            stack.add(new Call(stack.size(), method, hasWall ? wall : cpu, 0));
          }

          @Override
          public void exit(int thread, int method, long wall, long cpu, boolean exception) {
            Call call = running.get(thread).removeLast();
            long to = hasWall ? wall : cpu;
            returned.get(thread).add(new Call(call.depth, call.method, call.from, to));
          }
        });
    return returned;
  }

  private record Cell(int depth, long number) {}

  /** Returns the boxes of a window, as {@link Timeline#window} defines them. */
  private static List<Box> reference(List<Call> calls, long from, long to, int pixels) {
    long resolution = Timeline.resolution(from, to, pixels);
    List<List<Call>> groups = new ArrayList<>();
    Map<Cell, List<Call>> cells = new HashMap<>();
    for (Call call : calls) {
      if (call.to - call.from >= resolution) {
        groups.add(List.of(call));
      } else {
        var cell = new Cell(call.depth, Math.floorDiv(call.from, resolution));
        if (!cells.containsKey(cell)) {
          groups.add(cells.computeIfAbsent(cell, _ -> new ArrayList<>()));
        }
        cells.get(cell).add(call);
      }
    }
    return groups.stream()
        .map(TimelineTest::box)
        .filter(box -> box.from() < to && (box.to() > from || box.from() >= from))
        .sorted(Comparator.comparingInt(Box::depth))
        .toList();
  }

  private static Box box(List<Call> calls) {
    Call longest = calls.getFirst();
    long busy = 0;
    for (Call call : calls) {
      busy += call.to - call.from;
      longest = call.to - call.from > longest.to - longest.from ? call : longest;
    }
    return new Box(
        longest.depth,
        calls.getFirst().from,
        calls.getLast().to,
        longest.method,
        calls.size(),
        busy);
  }

  /** Calls on several threads: bursts and pauses, some of no length, some open at the ends. */
  private static Path trace(Random random, int records, int depthLimit) throws IOException {
    Path file = Files.createTempFile("timeline", ".trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      for (int m = 1; m <= 9; m++) {
        out.method(new Method(4L * m, "p.C", "m" + m, "()V", "C.java", m));
      }
      int[][] stacks = new int[THREADS][depthLimit];
      int[] depth = new int[THREADS];
      long wall = random.nextInt(1000);
      int thread = 0;
      for (int i = 0; i < records; i++) {
        if (random.nextInt(8) == 0) {
          thread = random.nextInt(THREADS);
        }
        wall += random.nextInt(50) == 0 ? random.nextInt(100_000) : random.nextInt(4);
        int d = depth[thread];
        if (d < depthLimit && (d == 0 || random.nextInt(100) < 52)) {
          int method = 4 * (1 + random.nextInt(9));
          stacks[thread][d] = method;
          depth[thread]++;
          out.record(thread + 1, method, TraceviewWriter.ENTER, wall / 2, wall);
        } else {
          int method = stacks[thread][--depth[thread]];
          out.record(thread + 1, method, TraceviewWriter.EXIT, wall / 2, wall);
        }
      }
    }
    return file;
  }

  @Property(tries = 300)
  void everyWindowIsThatOfTheReference(
      @ForAll long seed,
      @ForAll @IntRange(max = 600) int records,
      @ForAll @IntRange(min = 1, max = 30) int depthLimit,
      @ForAll @IntRange(min = 1, max = 40) int blockEvents,
      @ForAll @IntRange(min = 1, max = 20) int nodeBoxes,
      @ForAll @IntRange(min = 2, max = 5) int fan)
      throws IOException {
    var random = new Random(seed);
    Path file = trace(random, records, depthLimit);
    View view = View.of(TraceReader.open(file), Filter.ALL);
    Files.delete(file);
    check(view, new Shape(blockEvents, nodeBoxes, fan), random, 30);
  }

  private static void check(View view, Shape shape, Random random, int windows) throws IOException {
    Timeline timeline = Timeline.of(view, shape);
    List<List<Call>> calls = calls(view);
    for (int thread = 0; thread < calls.size(); thread++) {
      List<Call> of = calls.get(thread);
      long first = of.stream().mapToLong(Call::from).min().orElse(0);
      long last = of.stream().mapToLong(Call::to).max().orElse(0);
      for (int i = 0; i < windows; i++) {
        long length = Math.max(1, (last - first + 2000) >> random.nextInt(24));
        long from = first - 1000 + random.nextLong(last - first + 2000);
        long to = from + 1 + random.nextLong(length);
        int pixels = 1 + random.nextInt(random.nextBoolean() ? 3 : 2000);
        assertThat(timeline.window(thread, from, to, pixels))
            .as("thread %d, %d to %d, %d pixels", thread, from, to, pixels)
            .isEqualTo(reference(of, from, to, pixels));
      }
    }
  }

  /** A damaged trace's calls can be at any time, and as deep as there are records. */
  @Property(tries = 150)
  void damagedTraces(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    Path file = trace(random, 300, 300);
    byte[] bytes = Files.readAllBytes(file);
    int records = 14 * 300;
    for (int i = 0; i < 20; i++) {
      bytes[bytes.length - 1 - random.nextInt(records)] = (byte) random.nextInt();
    }
    Files.write(file, bytes);
    View view = View.of(TraceReader.open(file), Filter.ALL);
    Files.delete(file);
    check(view, new Shape(8, 6, 2), random, 5);
  }

  /** Files that fuzzing has kept: some of their times are near the ends of 64 bits. */
  @Test
  void hostileTraces() throws IOException {
    Path inputs =
        Path.of(
            "src/test/resources/dev/dexscope/trace/RandomTracesTestInputs",
            "anyBytesAreReadOrRefused");
    try (var files = Files.list(inputs)) {
      for (Path file : files.toList()) {
        View view = View.of(TraceReader.open(file), Filter.ALL);
        Timeline timeline = Timeline.of(view, new Shape(2, 2, 2));
        int most = Integer.MAX_VALUE;
        assertThat(timeline.longest(timeline.begin(), timeline.end() + 1, 100, most))
            .as("%s", file)
            .isNotEmpty();
        assertThat(timeline.longest(Long.MIN_VALUE / 4, Long.MAX_VALUE / 4, 1, most)).isNotEmpty();
      }
    }
  }

  static List<Path> files() throws IOException {
    return RealTraces.readable();
  }

  @ParameterizedTest
  @MethodSource("files")
  void realTraces(Path file) throws IOException {
    View view = View.of(TraceReader.open(file), Filter.ALL);
    check(view, Shape.USUAL, new Random(1), 20);
    check(view, new Shape(64, 16, 3), new Random(2), 20);
  }

  @Test
  void narrowWindowsShowCallsAsTheyAre() throws IOException {
    Path file = Files.createTempFile("timeline", ".trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "p.C", "outer", "()V", "C.java", 1));
      out.method(new Method(8, "p.C", "inner", "()V", "C.java", 2));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      for (int i = 0; i < 3; i++) {
        out.record(1, 8, TraceviewWriter.ENTER, 10L * i, 10 + 10L * i);
        out.record(1, 8, TraceviewWriter.EXIT, 10L * i, 14 + 10L * i + i);
      }
      out.record(1, 4, TraceviewWriter.EXIT, 100, 1000);
    }
    Timeline timeline = Timeline.of(View.of(TraceReader.open(file), Filter.ALL));
    Files.delete(file);

    Box outer = new Box(0, 0, 1_000_000, 0, 1, 1_000_000);
    assertThat(timeline.window(0, 15_000, 30_000, 15))
        .containsExactly(outer, new Box(1, 20_000, 25_000, 1, 1, 5_000));
    // A pixel of 1 ms holds all three: the longest names them, and they took 15 of 26 µs.
    assertThat(timeline.window(0, 0, 1_000_000, 1))
        .containsExactly(outer, new Box(1, 10_000, 36_000, 1, 3, 15_000));
  }

  @Test
  void filtersHold() throws IOException {
    Path file = trace(new Random(5), 500, 10);
    Trace trace = TraceReader.open(file);
    Files.delete(file);
    var filter = new Filter(List.of(), List.of("p.C.m3"), List.of("2"), 0, Long.MAX_VALUE, 0);
    check(View.of(trace, filter), new Shape(16, 8, 2), new Random(3), 20);
  }

  @Test
  void windowsWithoutLengthOrPixelsAreRefused() throws IOException {
    Path file = trace(new Random(5), 10, 3);
    Timeline timeline = Timeline.of(View.of(TraceReader.open(file), Filter.ALL));
    Files.delete(file);

    assertThatThrownBy(() -> timeline.window(0, 5, 5, 100))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> timeline.window(0, 0, 5, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(timeline.window(0, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2, 10)).isNotEmpty();
  }
}
