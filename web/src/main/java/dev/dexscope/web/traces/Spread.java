package dev.dexscope.web.traces;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.analysis.View;

/**
 * Where in time the calls of a method are: how much of each of equal spans they fill, for each
 * thread, and the longest call. A call inside another of the same method counts with that one.
 */
final class Spread implements CallVisitor {
  private final int method;
  private final long from;
  private final double width;
  private final boolean cpuOnly;
  private final double[][] busy;
  private final long[] calls;
  private final long[] time;
  private final int[] depth;
  private final long[] begin;
  private final long[] beginCpu;

  private int longestThread = -1;
  private long longestBegin;
  private long longest = -1;
  private long longestCpu;

  private Spread(View view, int method, long from, long to, int spans) {
    int threads = view.trace().threads().size();
    this.method = method;
    this.from = from;
    width = (double) Math.max(1, to - from) / spans;
    cpuOnly = !view.trace().info().clock().hasWall();
    busy = new double[threads][];
    calls = new long[threads];
    time = new long[threads];
    depth = new int[threads];
    begin = new long[threads];
    beginCpu = new long[threads];
    for (View.Part part : view.threads()) {
      busy[part.number()] = new double[spans];
    }
  }

  /**
   * Goes through the calls of a view once.
   *
   * @param from the begin of the first span
   * @param to the end of the last one
   */
  static Spread of(View view, int method, long from, long to, int spans) {
    var spread = new Spread(view, method, from, to, spans);
    view.replay(spread);
    return spread;
  }

  /** Returns the number of calls in a thread. */
  long calls(int thread) {
    return calls[thread];
  }

  /** Returns the time of the calls in a thread. */
  long time(int thread) {
    return time[thread];
  }

  /** Returns how much of a span the calls of a thread fill, in percent. */
  int percent(int thread, int span) {
    return (int) Math.round(100 * busy[thread][span] / width);
  }

  /** Returns the thread of the longest call; -1 if there is no call. */
  int longestThread() {
    return longestThread;
  }

  long longestBegin() {
    return longestBegin;
  }

  long longest() {
    return longest;
  }

  long longestCpu() {
    return longestCpu;
  }

  @Override
  public void enter(int thread, int called, long wall, long cpu) {
    if (called != method) {
      return;
    }
    calls[thread]++;
    if (depth[thread]++ == 0) {
      begin[thread] = cpuOnly ? cpu : wall;
      beginCpu[thread] = cpu;
    }
  }

  @Override
  public void exit(int thread, int left, long wall, long cpu, boolean exception) {
    if (left != method || --depth[thread] > 0) {
      return;
    }
    long end = cpuOnly ? cpu : wall;
    long length = end - begin[thread];
    time[thread] += length;
    if (length > longest) {
      longest = length;
      longestCpu = cpu - beginCpu[thread];
      longestThread = thread;
      longestBegin = begin[thread];
    }
    fill(busy[thread], (double) (begin[thread] - from), (double) (end - from));
  }

  private void fill(double[] spans, double left, double right) {
    if (right <= 0 || left >= spans.length * width) {
      return;
    }
    int last = Math.clamp((long) (right / width), 0, spans.length - 1);
    for (int i = Math.clamp((long) (left / width), 0, spans.length - 1); i <= last; i++) {
      spans[i] += Math.max(0, Math.min(right, (i + 1) * width) - Math.max(left, i * width));
    }
  }
}
