package dev.dexscope.trace.analysis;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceThread;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The load of each thread in equal spans of time: its CPU time if the trace has it in addition to
 * elapsed time, else its time in methods that do not only wait.
 *
 * <pre>{@code
 * Activity activity = Activity.of(view, 200);
 * int[] percents = activity.percents(0);    // of the trace's first thread
 * }</pre>
 */
public final class Activity {
  private final double width;
  private final long[][] busy;

  private Activity(double width, long[][] busy) {
    this.width = width;
    this.busy = busy;
  }

  /**
   * Goes through the calls of a view once.
   *
   * @param spans into how many the time from the trace's start to its last record is divided
   */
  public static Activity of(View view, int spans) {
    long last = 1;
    for (TraceThread thread : view.trace().threads()) {
      last = Math.max(last, thread.lastWall());
    }
    return of(view, 0, last, spans);
  }

  /**
   * Goes through the calls of a view once.
   *
   * @param from the begin of the first span, in nanoseconds from the trace's start
   * @param to the end of the last one
   */
  public static Activity of(View view, long from, long to, int spans) {
    var recorder = new Recorder(view, from, (double) Math.max(1, to - from) / spans, spans);
    view.replay(recorder);
    return new Activity(recorder.width, recorder.busy);
  }

  /**
   * For each span how much of it a thread was busy, in percent.
   *
   * @param thread its number in the trace
   */
  public int[] percents(int thread) {
    int[] percents = new int[busy[thread].length];
    for (int i = 0; i < percents.length; i++) {
      percents[i] = (int) Math.round(100.0 * busy[thread][i] / width);
    }
    return percents;
  }

  private static final class Recorder implements CallVisitor {
    private final long begin;
    private final double width;
    private final long[][] busy;
    private final boolean dual;
    private final long[] lastWall;
    private final long[] lastCpu;
    private final int[] depth;
    private final boolean[] waits;

    /** For each thread and each depth whether the method there only waits. */
    private final BitSet[] waiting;

    Recorder(View view, long begin, double width, int spans) {
      int threads = view.trace().threads().size();
      this.begin = begin;
      this.width = width;
      busy = new long[threads][spans];
      Clock clock = view.trace().info().clock();
      dual = clock == Clock.DUAL;
      lastWall = new long[threads];
      lastCpu = new long[threads];
      depth = new int[threads];
      waits = clock.hasCpu() ? new boolean[view.methods().size()] : Waiting.in(view.methods());
      waiting = new BitSet[threads];
      Arrays.setAll(waiting, _ -> new BitSet());
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      advance(thread, wall, cpu);
      if (waits[method]) {
        waiting[thread].set(depth[thread]);
      }
      depth[thread]++;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      advance(thread, wall, cpu);
      depth[thread]--;
      if (depth[thread] >= 0) {
        waiting[thread].clear(depth[thread]);
      }
    }

    private void advance(int thread, long wall, long cpu) {
      long from = lastWall[thread];
      if (depth[thread] > 0 && wall > from && !waiting[thread].get(depth[thread] - 1)) {
        spread(busy[thread], from, wall, dual ? cpu - lastCpu[thread] : wall - from);
      }
      lastWall[thread] = wall;
      lastCpu[thread] = cpu;
    }

    private void spread(long[] spans, long from, long to, long time) {
      double left = from - begin;
      double right = to - begin;
      if (right <= 0 || left >= spans.length * width) {
        return;
      }
      int last = span(right);
      for (int i = span(left); i <= last; i++) {
        double part = Math.min(right, (i + 1) * width) - Math.max(left, i * width);
        spans[i] += Math.round(time * part / (right - left));
      }
    }

    private int span(double time) {
      return Math.clamp((long) (time / width), 0, busy[0].length - 1);
    }
  }
}
