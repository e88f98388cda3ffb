package dev.dexscope.trace.read.common;

import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import dev.dexscope.trace.tree.MethodSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds up the calls of each thread by method; its memory does not grow with their paths. */
public final class SumBuilder extends CallSink {
  private static final int NONE = -1;

  /** A call that began before the trace, and when that seemed to begin when the call ended. */
  private record Began(int place, long startWall) {}

  private static final MethodSums EMPTY = new MethodSums();

  private MethodSums[] threads = {};
  private final Map<Integer, List<Began>> began = new HashMap<>();

  @Override
  void begin(Balancer.Stack stack) {
    int old = threads.length;
    if (stack.thread >= old) {
      threads = Arrays.copyOf(threads, Math.max(stack.thread + 1, 2 * old));
      Arrays.fill(threads, old, threads.length, EMPTY);
    }
    threads[stack.thread] = new MethodSums();
  }

  @Override
  public void enter(Balancer.Stack stack, int method, long wall, long cpu) {
    int top = stack.depth - 1;
    stack.nodes[top] = threads[stack.thread].enter(method);
    stack.wallAt[top] = wall;
    stack.cpuAt[top] = cpu;
  }

  @Override
  public void exit(Balancer.Stack stack, int method, long wall, long cpu, boolean exception) {
    int top = stack.depth;
    int[] places = stack.nodes;
    threads[stack.thread].exit(
        places[top],
        top == 0 ? NONE : places[top - 1],
        wall - stack.wallAt[top],
        cpu - stack.cpuAt[top],
        exception);
  }

  @Override
  void enclose(
      Balancer.Stack stack, int method, long startWall, long wall, long cpu, boolean exception) {
    int place = threads[stack.thread].enclose(method, wall, cpu, exception);
    began.computeIfAbsent(stack.thread, _ -> new ArrayList<>()).add(new Began(place, startWall));
  }

  @Override
  public void ending(long startWall) {
    began.forEach((thread, calls) -> lengthen(threads[thread], calls, startWall));
  }

  /** Each of the calls contains those before it. */
  private static void lengthen(MethodSums sums, List<Began> calls, long startWall) {
    Set<Integer> outer = new HashSet<>();
    int caller = NONE;
    for (Began each : calls.reversed()) {
      boolean isOutermost = outer.add(each.place());
      sums.lengthen(each.place(), isOutermost, caller, each.startWall() - startWall);
      caller = each.place();
    }
  }

  /** The sums of threads 0 to {@code count} - 1. */
  public List<MethodSums> sums(int count) {
    List<MethodSums> sums = new ArrayList<>(count);
    for (int thread = 0; thread < count; thread++) {
      sums.add(thread < threads.length ? threads[thread] : EMPTY);
    }
    return sums;
  }

  @Override
  public List<CallTree> trees(int count) {
    List<CallTree> trees = new ArrayList<>(count);
    for (MethodSums each : sums(count)) {
      var roots = new CallTreeBuilder();
      int root = roots.newRoot();
      roots.addTime(root, each.wall(), each.cpu());
      trees.add(roots.build(root));
    }
    return trees;
  }
}
