package dev.dexscope.trace.analysis;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the calls that a filter keeps: threads and methods that it names, cut to its span of
 * time. What it passes on is balanced again.
 */
final class FilteredCalls implements CallVisitor {
  private static final class Stack {
    int[] method = new int[64];
    long[] wall = new long[64];
    long[] cpu = new long[64];
    boolean[] shown = new boolean[64];
    int depth;
  }

  private final CallVisitor to;
  private final Filter filter;
  private final boolean[] methods;
  private final @Nullable Stack[] stacks;

  FilteredCalls(Trace trace, Filter filter, CallVisitor to) {
    this.to = to;
    this.filter = filter;
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
    if (wall >= filter.fromNanos() && wall <= filter.toNanos()) {
      show(s, thread, top);
      pass(s, thread, top, wall);
    }
  }

  /** Calls that began before the span of time begin with it. */
  private void show(Stack s, int thread, int below) {
    for (int i = 0; i < below; i++) {
      if (!s.shown[i]) {
        pass(s, thread, i, filter.fromNanos());
      }
    }
  }

  private void pass(Stack s, int thread, int at, long wall) {
    if (methods[s.method[at]]) {
      s.shown[at] = true;
      to.enter(thread, s.method[at], wall, s.cpu[at]);
    }
  }

  @Override
  public void exit(int thread, int method, long wall, long cpu, boolean exception) {
    Stack s = stacks[thread];
    if (s == null) {
      return;
    }
    int top = s.depth - 1;
    // Not shown yet, and of a kept method: it began before the span, or after it.
    if (!s.shown[top] && s.wall[top] <= filter.toNanos() && wall >= filter.fromNanos()) {
      show(s, thread, s.depth);
    }
    s.depth = top;
    if (s.shown[top]) {
      to.exit(thread, method, Math.min(wall, filter.toNanos()), cpu, exception);
    }
  }
}
