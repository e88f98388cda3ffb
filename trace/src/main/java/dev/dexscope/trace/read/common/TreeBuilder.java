package dev.dexscope.trace.read.common;

import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Builds the call trees of all threads. */
public final class TreeBuilder extends CallSink {
  private static final int NONE = -1;

  /** A call that began before the trace, and when that seemed to begin when the call ended. */
  private record Began(int node, long startWall) {}

  private int[] roots = filled(0, new int[16]);
  private final CallTreeBuilder nodes = new CallTreeBuilder();
  private final List<Began> began = new ArrayList<>();
  private boolean ending;

  @Override
  void begin(Balancer.Stack stack) {
    int old = roots.length;
    if (stack.thread >= old) {
      roots = filled(old, Arrays.copyOf(roots, Math.max(stack.thread + 1, 2 * old)));
    }
    setRoot(stack, nodes.newRoot());
  }

  private void setRoot(Balancer.Stack stack, int root) {
    roots[stack.thread] = root;
    stack.root = root;
  }

  private static int[] filled(int from, int[] roots) {
    Arrays.fill(roots, from, roots.length, NONE);
    return roots;
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

  /** The thread's node becomes the method's, and a new one is added above. */
  @Override
  void enclose(
      Balancer.Stack stack, int method, long startWall, long wall, long cpu, boolean exception) {
    int node = stack.root;
    setRoot(stack, nodes.adopt(node, method));
    nodes.add(node, 1, exception ? 1 : 0, wall, cpu);
    began.add(new Began(node, startWall));
    nodes.mark(node, CallTree.OPEN_AT_START);
  }

  @Override
  public void ending(long startWall) {
    ending = true;
    for (Began each : began) {
      nodes.addTime(each.node(), each.startWall() - startWall, 0);
    }
  }

  @Override
  public List<CallTree> trees(int count) {
    int none = nodes.newRoot();
    List<CallTree> trees = new ArrayList<>(count);
    for (int thread = 0; thread < count; thread++) {
      int root = thread < roots.length ? roots[thread] : NONE;
      trees.add(nodes.build(root == NONE ? none : root));
    }
    return trees;
  }
}
