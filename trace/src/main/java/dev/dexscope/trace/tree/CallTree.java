package dev.dexscope.trace.tree;

import dev.dexscope.trace.MethodTable;

/**
 * The calls of one thread, every call path once. Nodes are numbered in preorder: node 0 is the
 * thread itself, a node's first child follows it, its next sibling follows its last descendant.
 * Times are nanoseconds.
 *
 * <pre>{@code
 * for (int child = 1; child < tree.end(0); child = tree.end(child)) {
 *   print(methods.get(tree.method(child)).fullName(), tree.inclusiveWall(child));
 * }
 * }</pre>
 */
public final class CallTree {
  private final int[] method;
  private final int[] parent;
  private final int[] end;
  private final long[] calls;
  private final int[] exceptions;
  private final long[] wall;
  private final long[] cpu;
  private final byte[] open;

  /** By nodes; empty if no time is an estimate. */
  private final long[] estimated;

  private final long[] error;

  /** Marks of nodes whose calls the trace has not whole; see {@link CallTreeBuilder#mark}. */
  public static final byte OPEN_AT_START = 1;

  public static final byte OPEN_AT_END = 2;

  CallTree(
      int[] method,
      int[] parent,
      int[] end,
      long[] calls,
      int[] exceptions,
      long[] wall,
      long[] cpu,
      byte[] open,
      long[] estimated,
      long[] error) {
    this.method = method;
    this.parent = parent;
    this.end = end;
    this.calls = calls;
    this.exceptions = exceptions;
    this.wall = wall;
    this.cpu = cpu;
    this.open = open;
    this.estimated = estimated;
    this.error = error;
  }

  /** The number of nodes, the thread's own included. */
  public int size() {
    return method.length;
  }

  /** The method's number in the {@link MethodTable}; -1 for node 0. */
  public int method(int node) {
    return method[node];
  }

  /** The caller; -1 for node 0. */
  public int parent(int node) {
    return parent[node];
  }

  /** Returns the first number after the node and its descendants. */
  public int end(int node) {
    return end[node];
  }

  public boolean isLeaf(int node) {
    return end[node] == node + 1;
  }

  /** Returns the number of calls. */
  public long calls(int node) {
    return calls[node];
  }

  /** Returns the number of calls of the whole thread. */
  public long allCalls() {
    long sum = 0;
    for (int node = 1; node < calls.length; node++) {
      sum += calls[node];
    }
    return sum;
  }

  /** Returns the number of calls that an exception ended. */
  public int exceptions(int node) {
    return exceptions[node];
  }

  /** Elapsed time in the node and all that it called. */
  public long inclusiveWall(int node) {
    return wall[node];
  }

  /** CPU time in the node and all that it called. */
  public long inclusiveCpu(int node) {
    return cpu[node];
  }

  /** Elapsed time in the node itself. */
  public long exclusiveWall(int node) {
    return exclusive(wall, node);
  }

  /** CPU time in the node itself. */
  public long exclusiveCpu(int node) {
    return exclusive(cpu, node);
  }

  private long exclusive(long[] inclusive, int node) {
    long time = inclusive[node];
    for (int child = node + 1; child < end[node]; child = end[child]) {
      time -= inclusive[child];
    }
    return time;
  }

  /** Returns the number of calls whose time was estimated from that of others. */
  public long estimated(int node) {
    return estimated.length == 0 ? 0 : estimated[node];
  }

  /** Returns the standard error of the exclusive time that this causes, in nanoseconds. */
  public long error(int node) {
    return error.length == 0 ? 0 : error[node];
  }

  /**
   * Returns whether a call of this node was running when the trace began: its time is a lower
   * bound.
   */
  public boolean isOpenAtStart(int node) {
    return (open[node] & OPEN_AT_START) != 0;
  }

  /**
   * Returns whether a call of this node was running when the trace ended: its time is a lower
   * bound.
   */
  public boolean isOpenAtEnd(int node) {
    return (open[node] & OPEN_AT_END) != 0;
  }

  /** This tree with the times of another's thread, which may be more than its calls add up to. */
  public CallTree withRootOf(CallTree other) {
    long[] w = wall.clone();
    long[] t = cpu.clone();
    w[0] = other.wall[0];
    t[0] = other.cpu[0];
    return new CallTree(method, parent, end, calls, exceptions, w, t, open, estimated, error);
  }

  /**
   * This tree less the cost of the clock: one reading falls into each call, and two of each call
   * into those that led to it. No time becomes less than what its callees have left.
   */
  public CallTree without(long clockNanos) {
    long[] w = wall.clone();
    long[] t = cpu.clone();
    long[] readings = new long[size()];
    long[] leftWall = new long[size()];
    long[] leftCpu = new long[size()];
    for (int node = size() - 1; node > 0; node--) {
      long own = clockNanos * (readings[node] + calls[node]);
      w[node] = Math.max(leftWall[node], wall[node] - own);
      t[node] = Math.max(leftCpu[node], cpu[node] - own);
      readings[parent[node]] += readings[node] + 2L * calls[node];
      leftWall[parent[node]] += w[node];
      leftCpu[parent[node]] += t[node];
    }
    w[0] = leftWall[0];
    t[0] = leftCpu[0];
    return new CallTree(method, parent, end, calls, exceptions, w, t, open, estimated, error);
  }

  byte openMarks(int node) {
    return open[node];
  }
}
