package dev.dexscope.trace.analysis;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The longest single calls of a trace: those that delay a frame, whatever the averages are. */
public final class LongCalls {
  private LongCalls() {}

  /**
   * A single call.
   *
   * @param thread index into the trace's threads
   * @param method index into its methods
   * @param caller the calling method; -1 if it has no caller
   * @param start nanoseconds from the trace's start
   * @param wall its duration
   * @param cpu its CPU time
   */
  public record Call(int thread, int method, int caller, long start, long wall, long cpu) {}

  /**
   * The longest calls, longest first.
   *
   * @param minimumNanos shorter ones are left out: 16_666_667 finds what misses a frame at 60 Hz
   * @param count how many at most
   */
  public static List<Call> of(Trace trace, Filter filter, long minimumNanos, int count) {
    var finder = new Finder(trace, filter, minimumNanos, count);
    trace.replay(finder);
    List<Call> calls = new ArrayList<>(finder.longest);
    calls.sort(ORDER.reversed());
    return calls;
  }

  private static final Comparator<Call> ORDER =
      Comparator.comparingLong(Call::wall)
          .thenComparing(Comparator.comparingLong(Call::start).reversed());

  private static final class Finder implements CallVisitor {
    private final PriorityQueue<Call> longest = new PriorityQueue<>(ORDER);
    private final boolean[] threads;
    private final boolean[] methods;
    private final Running[] running;
    private final Filter filter;
    private final boolean cpuOnly;
    private final long minimum;
    private final int count;

    private static final class Running {
      int[] method = new int[64];
      long[] wall = new long[64];
      long[] cpu = new long[64];
      int depth;
    }

    Finder(Trace trace, Filter filter, long minimum, int count) {
      this.filter = filter;
      this.minimum = minimum;
      this.count = count;
      this.cpuOnly = !trace.info().clock().hasWall();
      threads = new boolean[trace.threads().size()];
      running = new Running[threads.length];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = filter.keeps(trace.threads().get(i));
        running[i] = new Running();
      }
      methods = new boolean[trace.methods().size()];
      for (int i = 0; i < methods.length; i++) {
        methods[i] = filter.keeps(trace.methods().get(i));
      }
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      Running r = running[thread];
      if (r.depth == r.method.length) {
        r.method = Arrays.copyOf(r.method, 2 * r.depth);
        r.wall = Arrays.copyOf(r.wall, 2 * r.depth);
        r.cpu = Arrays.copyOf(r.cpu, 2 * r.depth);
      }
      r.method[r.depth] = method;
      r.wall[r.depth] = wall;
      r.cpu[r.depth++] = cpu;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      Running r = running[thread];
      int top = --r.depth;
      long start = r.wall[top];
      long wallTime = wall - start;
      long cpuTime = cpu - r.cpu[top];
      long time = cpuOnly ? cpuTime : wallTime;
      if (time >= minimum
          && threads[thread]
          && methods[method]
          && wall >= filter.fromNanos()
          && start <= filter.toNanos()
          && (longest.size() < count || time > first())) {
        int caller = top == 0 ? -1 : r.method[top - 1];
        longest.add(new Call(thread, method, caller, start, cpuOnly ? cpuTime : wallTime, cpuTime));
        if (longest.size() > count) {
          longest.poll();
        }
      }
    }

    private long first() {
      Call shortest = longest.peek();
      return shortest == null ? -1 : shortest.wall();
    }
  }
}
