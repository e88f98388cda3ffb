package dev.dexscope.apps;

import java.util.Arrays;
import java.util.List;

/**
 * The distribution of frames' costs: the main thread's CPU time from the input to the end of the
 * drawing, which Jetpack Macrobenchmark's {@code FrameTimingMetric} names {@code
 * frameDurationCpuMs}. Percentiles are interpolated between the two nearest frames, as there.
 */
public final class FrameFigures {
  private final long[] sorted;

  private FrameFigures(long[] sorted) {
    this.sorted = sorted;
  }

  /** Returns the figures of some frames. */
  public static FrameFigures of(List<Frame> frames) {
    return of(frames.stream().mapToLong(Frame::cpu).toArray());
  }

  /** Returns the figures of some times, in nanoseconds. */
  public static FrameFigures of(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new FrameFigures(sorted);
  }

  /** Returns the number of frames. */
  public int count() {
    return sorted.length;
  }

  /** Returns the number of frames that cost more than so many nanoseconds. */
  public int countOver(long nanos) {
    int count = 0;
    for (long each : sorted) {
      count += each > nanos ? 1 : 0;
    }
    return count;
  }

  /**
   * Returns the cost that a percentage of the frames does not exceed, in nanoseconds; 0 without
   * frames.
   */
  public double percentile(int percent) {
    if (sorted.length == 0) {
      return 0;
    }
    double at = Math.clamp(percent, 0, 100) / 100.0 * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
