package dev.dexscope.probe;

import java.util.Arrays;

/**
 * The calls of one thread by their paths: a node is a method below the node of its caller; the root
 * is the thread itself. Nodes are numbered in the order of their first calls, so a caller is before
 * its callees. A node's figures are longs in one array.
 *
 * <p>In deep stacks, and beyond {@link #MANY} paths, which only recursions have, a call of a method
 * that is running already continues that call's node.
 */
final class CallTree {
  static final int ROOT = 0;

  // A node, in longs. Times are in parts of a nanosecond, see Calls.
  static final int CALLS = 0;

  /** The number of the call that is timed next; calls before it are only counted. */
  static final int NEXT = 1;

  static final int EXCL_WALL = 2;
  static final int EXCL_CPU = 3;

  /** The exclusive time of a call, by the last calls that were timed. */
  static final int MEAN_WALL = 4;

  static final int MEAN_CPU = 5;

  /** The same with all that it called. */
  static final int MEAN_INCL = 6;

  /** The calls that these are the means of. */
  static final int TIMED = 7;

  /** Calls whose time was estimated. */
  static final int ESTIMATED = 8;

  /** Calls timed among those. */
  static final int SAMPLES = 9;

  /** The sum of the squares by which samples differed from the mean, in nanoseconds. */
  static final int SQUARES = 10;

  /** Calls that an exception ended. */
  static final int EXCEPTIONS = 11;

  /** Calls from here of another method than the last, of those that are not timed. */
  static final int OTHERS = 12;

  /** The row of the last call from here, and below it the node that it has. */
  static final int LAST_CHILD = 13;

  /** The caller's node, and below it the row. */
  private static final int LINK = 14;

  /** A power of two. */
  private static final int NODE = 16;

  private static final int MANY = 1 << 18;
  private static final int MOST = 1 << 19;

  private long[] nodes;
  private int size;

  /** Pairs of a node and a row, 0 if unused; the callee's node is at the same place. */
  private long[] steps;

  private int[] targets;
  private int stepCount;

  CallTree() {
    this(new long[16 * NODE], 0, new long[64], new int[64]);
    add(-1, Calls.ROOT_ROW);
  }

  private CallTree(long[] nodes, int size, long[] steps, int[] targets) {
    this.nodes = nodes;
    this.size = size;
    this.steps = steps;
    this.targets = targets;
  }

  /** The figures as they are now; new callees cannot be added to the copy. */
  CallTree copy() {
    return new CallTree(Arrays.copyOf(nodes, size * NODE), size, new long[0], new int[0]);
  }

  int size() {
    return size;
  }

  /** The figures of all nodes. A new node may have them copied. */
  long[] figures() {
    return nodes;
  }

  /** Returns where the node's figures begin. */
  static int at(int node) {
    return node * NODE;
  }

  long get(int node, int figure) {
    return nodes[node * NODE + figure];
  }

  /** Returns the sum of a figure of all nodes. */
  long sum(int figure) {
    long sum = 0;
    for (int node = 0; node < size; node++) {
      sum += get(node, figure);
    }
    return sum;
  }

  /** Returns the caller; -1 for the root. */
  int parent(int node) {
    return (int) (nodes[node * NODE + LINK] >> 32);
  }

  int row(int node) {
    return (int) nodes[node * NODE + LINK];
  }

  /**
   * Returns the node of a call of {@code row} from {@code node}.
   *
   * @param isDeep whether the stack is deep
   */
  int callee(int node, int row, boolean isDeep) {
    int last = last(node, row);
    return last >= 0 ? last : other(node, row, isDeep, true);
  }

  /** Returns that node if the last call from {@code node} was of the same method, otherwise -1. */
  int last(int node, int row) {
    long last = nodes[node * NODE + LAST_CHILD];
    return (int) (last >>> 32) == row ? (int) last : -1;
  }

  /** Returns that node; -1 if there was no such call before and it is not to be added. */
  int other(int node, int row, boolean isDeep, boolean adds) {
    long key = (((long) node << 32) | row) + 1;
    int at = find(steps, key);
    boolean isNew = steps[at] != key;
    if (isNew && !adds) {
      return -1;
    }
    int callee = isNew ? newCallee(node, row, isDeep, key) : targets[at];
    nodes[node * NODE + LAST_CHILD] = (long) row << 32 | callee;
    return callee;
  }

  private int newCallee(int node, int row, boolean isDeep, long key) {
    int running = isDeep || size >= MANY ? running(node, row) : -1;
    if (running >= 0) {
      return running;
    }
    if (size >= MOST && node != ROOT) {
      return callee(ROOT, row, false);
    }
    if (2 * (stepCount + 1) > steps.length) {
      growSteps();
    }
    int callee = add(node, row);
    int at = find(steps, key);
    targets[at] = callee;
    steps[at] = key;
    stepCount++;
    return callee;
  }

  private int running(int node, int row) {
    int at = node;
    while (at >= 0 && row(at) != row) {
      at = parent(at);
    }
    return at;
  }

  private int add(int parent, int row) {
    int node = size;
    if ((node + 1) * NODE > nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * nodes.length);
    }
    nodes[node * NODE + LINK] = (long) parent << 32 | row;
    size = node + 1;
    return node;
  }

  private static int find(long[] steps, long key) {
    int mask = steps.length - 1;
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (steps[at] != 0 && steps[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void growSteps() {
    long[] moreSteps = new long[2 * steps.length];
    int[] moreTargets = new int[moreSteps.length];
    for (int i = 0; i < steps.length; i++) {
      if (steps[i] != 0) {
        int at = find(moreSteps, steps[i]);
        moreSteps[at] = steps[i];
        moreTargets[at] = targets[i];
      }
    }
    // At once: the stack may end anywhere before.
    steps = moreSteps;
    targets = moreTargets;
  }

  /** Returns the nodes in preorder: callees follow their caller in the order of first calls. */
  int[] preorder() {
    int[] next = new int[size];
    int[] first = new int[size];
    Arrays.fill(first, -1);
    for (int node = size - 1; node > ROOT; node--) {
      next[node] = first[parent(node)];
      first[parent(node)] = node;
    }
    int[] order = new int[size];
    int count = 0;
    int node = ROOT;
    while (node >= 0) {
      order[count++] = node;
      int following = first[node];
      while (following < 0 && node > ROOT) {
        following = next[node] > 0 ? next[node] : -1;
        node = following < 0 ? parent(node) : node;
      }
      node = following;
    }
    return order;
  }
}
