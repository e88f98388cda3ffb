package dev.dexscope.trace.read.common;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Builds the call trees of all threads while the calls go by. */
public final class TreeBuilder implements CallVisitor {
  /** The running calls of one thread. */
  private static final class Running {
    int[] node = new int[64];
    long[] wallAt = new long[64];
    long[] cpuAt = new long[64];
    int depth;
    int root;
    long firstCpu;
    final List<Integer> openAtStart = new ArrayList<>();

    void push(int n, long wall, long cpu) {
      if (depth == node.length) {
        node = Arrays.copyOf(node, 2 * depth);
        wallAt = Arrays.copyOf(wallAt, 2 * depth);
        cpuAt = Arrays.copyOf(cpuAt, 2 * depth);
      }
      node[depth] = n;
      wallAt[depth] = wall;
      cpuAt[depth] = cpu;
      depth++;
    }
  }

  /** A call that began before the trace, and when that seemed to begin when the call ended. */
  private record Began(int node, long startWall) {}

  private Running[] threads = new Running[16];

  private final CallTreeBuilder nodes = new CallTreeBuilder();
  private final List<Began> began = new ArrayList<>();
  private boolean ending;

  @Override
  public void enter(int thread, int m, long wallNow, long cpuNow) {
    Running running = running(thread, cpuNow);
    int caller = running.depth == 0 ? running.root : running.node[running.depth - 1];
    int node = nodes.child(caller, m);
    nodes.addCall(node);
    running.push(node, wallNow, cpuNow);
  }

  @Override
  public void exit(int thread, int m, long wallNow, long cpuNow, boolean exception) {
    Running running = running(thread, cpuNow);
    int top = --running.depth;
    int node = running.node[top];
    nodes.addTime(node, wallNow - running.wallAt[top], cpuNow - running.cpuAt[top]);
    if (exception) {
      nodes.addException(node);
    }
    if (ending) {
      nodes.mark(node, CallTree.OPEN_AT_END);
    }
  }

  /**
   * The method ran before the trace began and has called all that the thread did so far: the
   * thread's node becomes its node, and a new one stands above.
   */
  public void openAtStart(
      int thread, int m, long startWall, long wallNow, long cpuNow, boolean exception) {
    Running running = running(thread, cpuNow);
    int node = running.root;
    int root = nodes.adopt(node, m);
    nodes.add(node, 1, exception ? 1 : 0, wallNow - startWall, cpuNow - running.firstCpu);
    began.add(new Began(node, startWall));
    nodes.mark(node, CallTree.OPEN_AT_START);
    running.root = root;
    running.openAtStart.add(m);
  }

  /** From now on calls end because the trace does, which began at {@code startWall}. */
  public void ending(long startWall) {
    ending = true;
    for (Began each : began) {
      nodes.addTime(each.node(), each.startWall() - startWall, 0);
    }
  }

  private Running running(int thread, long cpuNow) {
    Running running = thread < threads.length ? threads[thread] : null;
    if (running == null) {
      if (thread >= threads.length) {
        threads = Arrays.copyOf(threads, Math.max(thread + 1, 2 * threads.length));
      }
      running = new Running();
      running.root = nodes.newRoot();
      running.firstCpu = cpuNow;
      threads[thread] = running;
    }
    return running;
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
      Running running = thread < threads.length ? threads[thread] : null;
      trees.add(nodes.build(running == null ? none : running.root));
    }
    return trees;
  }
}
