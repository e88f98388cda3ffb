package dev.dexscope.trace.analysis;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the calls that a filter keeps: threads and methods that it names, cut to its span of
 * time. The result is balanced again. CPU time is known only at calls and returns: at an end of the
 * span it is interpolated between the thread's records around it.
 */
final class FilteredCalls implements CallVisitor {
  private static final class Stack {
    int[] method = new int[64];
    long[] wall = new long[64];
    long[] cpu = new long[64];
    boolean[] shown = new boolean[64];
    int depth;

    /** The number of running calls that have been shown or omitted. */
    int considered;

    boolean started;
    long lastWall;
    long lastCpu;
    long cpuAtFrom;
    long cpuAtTo;
  }

  private final CallVisitor visitor;
  private final long from;
  private final long to;
  private final boolean[] methods;
  private final @Nullable Stack[] stacks;

  FilteredCalls(Trace trace, Filter filter, CallVisitor visitor) {
    this.visitor = visitor;
    this.from = filter.fromNanos();
    this.to = filter.toNanos();
    this.methods = new boolean[trace.methods().size()];
    for (int i = 0; i < methods.length; i++) {
      methods[i] = filter.keeps(trace.methods().get(i));
    }
    this.stacks = new Stack[trace.threads().size()];
    for (int i = 0; i < stacks.length; i++) {
      stacks[i] = filter.keeps(trace.threads().get(i)) ? new Stack() : null;
    }
  }

  @Override
  public void enter(int thread, int method, long wall, long cpu) {
    Stack s = stacks[thread];
    if (s == null) {
      return;
    }
    advance(s, wall, cpu);
    if (s.depth == s.method.length) {
      s.method = Arrays.copyOf(s.method, 2 * s.depth);
      s.wall = Arrays.copyOf(s.wall, 2 * s.depth);
      s.cpu = Arrays.copyOf(s.cpu, 2 * s.depth);
      s.shown = Arrays.copyOf(s.shown, 2 * s.depth);
    }
    int top = s.depth++;
    s.method[top] = method;
    s.wall[top] = wall;
    s.cpu[top] = cpu;
    s.shown[top] = false;
    if (wall >= from && wall <= to) {
      show(s, thread);
    }
  }

  /** Records the CPU clock where the thread passes an end of the span. */
  private void advance(Stack s, long wall, long cpu) {
    if (!s.started) {
      s.started = true;
      s.lastWall = wall;
      s.lastCpu = cpu;
    }
    if (s.lastWall <= from) {
      s.cpuAtFrom = cpuAt(from, s, wall, cpu);
    }
    if (s.lastWall <= to) {
      s.cpuAtTo = cpuAt(to, s, wall, cpu);
    }
    s.lastWall = wall;
    s.lastCpu = cpu;
  }

  private static long cpuAt(long time, Stack s, long wall, long cpu) {
    if (wall <= time) {
      return cpu;
    }
    double share = (double) (time - s.lastWall) / (wall - s.lastWall);
    return s.lastCpu + Math.round((cpu - s.lastCpu) * share);
  }

  /** Calls that began before the span of time begin with it. */
  private void show(Stack s, int thread) {
    for (; s.considered < s.depth; s.considered++) {
      int at = s.considered;
      if (methods[s.method[at]]) {
        s.shown[at] = true;
        boolean before = s.wall[at] < from;
        visitor.enter(
            thread, s.method[at], before ? from : s.wall[at], before ? s.cpuAtFrom : s.cpu[at]);
      }
    }
  }

  @Override
  public void exit(int thread, int method, long wall, long cpu, boolean exception) {
    Stack s = stacks[thread];
    if (s == null) {
      return;
    }
    advance(s, wall, cpu);
    int top = s.depth - 1;
    if (s.wall[top] <= to && wall >= from) {
      show(s, thread);
    }
    s.depth = top;
    s.considered = Math.min(s.considered, top);
    if (s.shown[top]) {
      boolean after = wall > to;
      visitor.exit(thread, method, after ? to : wall, after ? s.cpuAtTo : cpu, exception && !after);
    }
  }
}
