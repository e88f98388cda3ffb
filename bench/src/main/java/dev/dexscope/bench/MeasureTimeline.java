package dev.dexscope.bench;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.timeline.Timeline;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Measures the cost of a timeline: to make it, its size, and to draw windows of each width, one
 * thread on 1,000 pixels. Times are CPU times of the one thread that does all of it.
 *
 * <pre>{@code
 * bench/run MeasureTimeline big.trace
 * }</pre>
 */
public final class MeasureTimeline {
  private static final int PIXELS = 1000;
  private static final int WINDOWS = 60;
  private static final int FIRST = 10;

  private MeasureTimeline() {}

  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    long start = cpuTime();
    Trace trace = TraceReader.open(file);
    long opened = cpuTime();
    Timeline timeline = Timeline.of(View.of(trace, Filter.ALL));
    long built = cpuTime();
    System.out.printf(
        Locale.ROOT,
        "trace %,d bytes, opened in %.2f s of CPU; index %,d bytes (%.1f %%), made in %.2f s%n",
        Files.size(file),
        (opened - start) / 1e9,
        timeline.size(),
        100.0 * timeline.size() / Files.size(file),
        (built - opened) / 1e9);
    System.out.printf(
        "%14s %10s %10s %10s %12s%n", "window", "median ms", "worst", "cold", "boxes");
    List<TraceThread> threads = trace.threads();
    var random = new Random(7);
    long whole = threads.stream().mapToLong(TraceThread::lastWall).max().orElse(1);
    for (long width = whole; width >= 1000; width /= 4) {
      windows(timeline, threads.size(), whole, width, random);
    }
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void windows(
      Timeline timeline, int threads, long whole, long width, Random random) {
    double[] times = new double[WINDOWS];
    long boxes = 0;
    for (int i = 0; i < WINDOWS; i++) {
      long from = width >= whole ? 0 : random.nextLong(whole - width);
      int thread = random.nextInt(threads);
      long start = cpuTime();
      boxes += timeline.window(thread, from, from + width, PIXELS).size();
      times[i] = (cpuTime() - start) / 1e6;
    }
    double cold = times[0];
    double[] warm = Arrays.copyOfRange(times, FIRST, WINDOWS);
    Arrays.sort(warm);
    System.out.printf(
        Locale.ROOT,
        "%11.3f ms %10.2f %10.2f %10.2f %,12d%n",
        width / 1e6,
        warm[warm.length / 2],
        warm[warm.length - 1],
        cold,
        boxes / WINDOWS);
  }
}
