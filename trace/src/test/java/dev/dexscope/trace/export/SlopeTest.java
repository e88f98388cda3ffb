package dev.dexscope.trace.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * That no reader and no writer takes more than linear time, for any shape of a trace: an upload of
 * some megabytes would occupy a server for minutes. Compared is the CPU time of the thread for an
 * input and for four times as much, the least of several tries: another program can only add to it.
 */
@FullTier("reads and writes each format several times")
class SlopeTest {
  private static final int SIZE = 8_000;
  private static final int TRIES = 3;
  private static final int ROUNDS = 4;
  private static final int TIMES = 4;

  /** Of linear work four times, of quadratic work sixteen times; memory adds some. */
  private static final double MOST = 2.5 * 2.5;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Graphviz lays these out. */
  private static final Set<ExportFormat> BY_OTHERS = Set.of(ExportFormat.PNG, ExportFormat.SVG);

  private static final Set<ExportFormat> READABLE =
      Set.of(
          ExportFormat.FLAME,
          ExportFormat.COLLAPSED,
          ExportFormat.SPEEDSCOPE,
          ExportFormat.PPROF,
          ExportFormat.PERFETTO,
          ExportFormat.CHROME,
          ExportFormat.FIREFOX);

  @TempDir Path folder;
  private int outputs;

  /** The shapes of which each has been quadratic for some format. */
  enum Shape {
    /** One stack, each frame of another method. */
    DEEP,
    /** One stack of two methods that call each other. */
    RECURSIVE,
    /** As many methods below one. */
    WIDE,
    /** A recursion that is left at each depth. */
    STAIRS;

    Stream<String> stacks(int size) {
      return switch (this) {
        case DEEP -> Stream.of(path(size, size) + " 1000");
        case RECURSIVE -> Stream.of(path(size, 2) + " 1000");
        case WIDE ->
            Stream.iterate(0, i -> i < size, i -> i + 1).map(i -> "p.Main.main;p.C" + i + ".m 7");
        case STAIRS ->
            Stream.iterate(1, i -> i < size / 100, i -> i + 1)
                .map(i -> path(1 + i * 7 % 300, 3) + " 7");
      };
    }

    private static String path(int depth, int methods) {
      var path = new StringBuilder("p.Main.main");
      for (int i = 0; i < depth; i++) {
        path.append(";p.C").append(i % methods).append(".m");
      }
      return path.toString();
    }
  }

  static Stream<Arguments> writers() {
    return all(Arrays.stream(ExportFormat.values()).filter(each -> !BY_OTHERS.contains(each)));
  }

  static Stream<Arguments> readers() {
    return all(READABLE.stream().sorted());
  }

  /** A format and a shape. */
  record Arguments(ExportFormat format, Shape shape) {}

  private static Stream<Arguments> all(Stream<ExportFormat> formats) {
    return formats.flatMap(
        format -> Arrays.stream(Shape.values()).map(shape -> new Arguments(format, shape)));
  }

  @ParameterizedTest
  @MethodSource("writers")
  void fourTimesTheTraceIsWrittenInFourTimesTheTime(Arguments arguments) throws IOException {
    List<Work> sizes = new ArrayList<>();
    for (int size : new int[] {SIZE, TIMES * SIZE}) {
      Trace trace = TraceReader.open(stacks(arguments.shape, size));
      sizes.add(() ->
          arguments.format.write(Export.of(trace), folder.resolve("out" + size + "-" + outputs++)));
    }
    assertSlope(sizes);
  }

  @ParameterizedTest
  @MethodSource("readers")
  void fourTimesTheFileIsReadInFourTimesTheTime(Arguments arguments) throws IOException {
    List<Work> sizes = new ArrayList<>();
    for (int size : new int[] {SIZE, TIMES * SIZE}) {
      Path file = folder.resolve("in" + size + arguments.format.suffix());
      arguments.format.write(Export.of(TraceReader.open(stacks(arguments.shape, size))), file);
      sizes.add(() -> TraceReader.open(file));
    }
    assertSlope(sizes);
  }

  private Path stacks(Shape shape, int size) throws IOException {
    Path file = folder.resolve(shape + "-" + size + ".collapsed");
    return Files.write(file, shape.stacks(size).toList());
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void assertSlope(List<Work> sizes) throws IOException {
    double slope = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && slope > MOST; round++) {
      long once = least(sizes.get(0));
      slope = Math.min(slope, (double) least(sizes.get(1)) / once);
    }
    assertThat(slope).isLessThanOrEqualTo(MOST);
  }

  private static long least(Work work) throws IOException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      work.run();
      least = Math.min(least, THREADS.getCurrentThreadCpuTime() - start);
    }
    return least;
  }
}
