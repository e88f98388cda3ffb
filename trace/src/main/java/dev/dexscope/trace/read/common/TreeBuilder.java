package dev.dexscope.trace.read.common;

import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Builds the call trees of all threads while the calls go by. */
public final class TreeBuilder implements Balancer.Calls {
  /** The state of a thread besides its running calls. */
  private static final class Start {
    int root;
    long firstCpu;
    final List<Integer> openAtStart = new ArrayList<>();
  }

  /** A call that began before the trace, and when that seemed to begin when the call ended. */
  private record Began(int node, long startWall) {}

  private Start[] threads = new Start[16];
  private final CallTreeBuilder nodes = new CallTreeBuilder();
  private final List<Began> began = new ArrayList<>();
  private boolean ending;

  @Override
  public void begin(Balancer.Stack stack, long cpu) {
    int thread = stack.thread;
    if (thread >= threads.length) {
      threads = Arrays.copyOf(threads, Math.max(thread + 1, 2 * threads.length));
    }
    var start = new Start();
    start.root = nodes.newRoot();
    start.firstCpu = cpu;
    threads[thread] = start;
    stack.root = start.root;
  }

  @Override
  public void enter(Balancer.Stack stack, int method, long wall, long cpu) {
    int top = stack.depth - 1;
    int node = nodes.call(top == 0 ? stack.root : stack.nodes[top - 1], method);
    stack.nodes[top] = node;
    stack.wallAt[top] = wall;
    stack.cpuAt[top] = cpu;
  }

  @Override
  public void exit(Balancer.Stack stack, int method, long wall, long cpu, boolean exception) {
    int top = stack.depth;
    int node = stack.nodes[top];
    nodes.addTime(node, wall - stack.wallAt[top], cpu - stack.cpuAt[top]);
    if (exception) {
      nodes.addException(node);
    }
    if (ending) {
      nodes.mark(node, CallTree.OPEN_AT_END);
    }
  }

  /**
   * The method ran before the trace began and contains all calls of the thread so far: the thread's
   * node becomes its node, and a new one is added above.
   */
  @Override
  public void exitOpenAtStart(
      Balancer.Stack stack, int method, long startWall, long wall, long cpu, boolean exception) {
    Start start = threads[stack.thread];
    int node = start.root;
    int root = nodes.adopt(node, method);
    nodes.add(node, 1, exception ? 1 : 0, wall - startWall, cpu - start.firstCpu);
    began.add(new Began(node, startWall));
    nodes.mark(node, CallTree.OPEN_AT_START);
    start.root = root;
    stack.root = root;
    start.openAtStart.add(method);
  }

  /** From now on calls end because the trace does, which began at {@code startWall}. */
  public void ending(long startWall) {
    ending = true;
    for (Began each : began) {
      nodes.addTime(each.node(), each.startWall() - startWall, 0);
    }
  }

  /** The methods that ran on the thread before the trace began, outermost first. */
  public List<Integer> openAtStart(int thread) {
    if (thread >= threads.length || threads[thread] == null) {
      return List.of();
    }
    List<Integer> methods = new ArrayList<>(threads[thread].openAtStart);
    Collections.reverse(methods);
    return methods;
  }

  /** The CPU time at which the thread's records begin. */
  public long firstCpu(int thread) {
    return thread < threads.length && threads[thread] != null ? threads[thread].firstCpu : 0;
  }

  /** The trees of threads 0 to {@code count} - 1. Nothing can be added afterwards. */
  public List<CallTree> trees(int count) {
    int none = nodes.newRoot();
    List<CallTree> trees = new ArrayList<>(count);
    for (int thread = 0; thread < count; thread++) {
      Start start = thread < threads.length ? threads[thread] : null;
      trees.add(nodes.build(start == null ? none : start.root));
    }
    return trees;
  }
}
