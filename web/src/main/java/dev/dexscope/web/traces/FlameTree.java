package dev.dexscope.web.traces;

import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.web.http.HttpException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * As much of call trees as a picture can show: nodes that are too narrow for it are omitted with
 * all below them. To zoom in, a page sends a new request with a node as the root.
 *
 * <p>Nodes are in preorder, the one with the most time first among those of one caller.
 */
final class FlameTree {
  /** The node for a thread, or for all of them. */
  static final int NO_METHOD = -1;

  /** More boxes are no picture any more, on however wide a screen. */
  private static final int MOST = 40_000;

  private final Timing timing;
  private final long least;

  private int size;
  private int[] depth = new int[256];
  private int[] method = new int[256];
  private long[] value = new long[256];
  private long[] self = new long[256];
  private long[] calls = new long[256];
  private long[] thrown = new long[256];
  private boolean[] cut = new boolean[256];

  /**
   * @param least nodes with less time are left out
   */
  FlameTree(Timing timing, long least) {
    this.timing = timing;
    this.least = Math.max(1, least);
  }

  int size() {
    return size;
  }

  int depth(int node) {
    return depth[node];
  }

  int method(int node) {
    return method[node];
  }

  long value(int node) {
    return value[node];
  }

  long self(int node) {
    return self[node];
  }

  long calls(int node) {
    return calls[node];
  }

  long thrown(int node) {
    return thrown[node];
  }

  /** Returns whether some of its callees were left out. */
  boolean isCut(int node) {
    return cut[node];
  }

  /** Adds a node that is no call. */
  int addGroup(int level, long time) {
    int node = add(level, NO_METHOD, time);
    self[node] = 0;
    return node;
  }

  /** Says of a node that callees of it are missing. */
  void cutAt(int node) {
    cut[node] = true;
  }

  private int add(int level, int of, long time) {
    if (size == depth.length) {
      int more = 2 * size;
      depth = Arrays.copyOf(depth, more);
      method = Arrays.copyOf(method, more);
      value = Arrays.copyOf(value, more);
      self = Arrays.copyOf(self, more);
      calls = Arrays.copyOf(calls, more);
      thrown = Arrays.copyOf(thrown, more);
      cut = Arrays.copyOf(cut, more);
    }
    depth[size] = level;
    method[size] = of;
    value[size] = time;
    return size++;
  }

  /**
   * A node of the tree that is still to be added.
   *
   * @param time what is drawn of its time: callees may have more than their caller where clocks
   *     disagree, and a box must not be wider than the one that it stands on
   */
  private record Open(int node, int level, long time) {}

  /** Adds a node of a tree with all below it that is wide enough. */
  void add(CallTree tree, int root, int level) {
    add(tree, new ArrayList<>(List.of(new Open(root, level, timing.inclusive(tree, root)))));
  }

  /** Adds all below a tree's own node; a group that was added stands for that. */
  void addBelow(CallTree tree, int group) {
    List<Open> open = new ArrayList<>();
    children(tree, 0, group, open);
    add(tree, open);
  }

  /** Adds nodes with all below them, the last one first. */
  private void add(CallTree tree, List<Open> open) {
    while (!open.isEmpty()) {
      Open next = open.removeLast();
      int to = add(next.level, tree.method(next.node), next.time);
      calls[to] = tree.calls(next.node);
      thrown[to] = tree.exceptions(next.node);
      self[to] = children(tree, next.node, to, open);
    }
  }

  /** Opens the callees of a node that are wide enough, the widest last; what the node has left. */
  private long children(CallTree tree, int from, int caller, List<Open> open) {
    int first = open.size();
    List<Integer> callees = new ArrayList<>();
    for (int child = from + 1; child < tree.end(from); child = tree.end(child)) {
      callees.add(child);
    }
    callees.sort((a, b) -> Long.compare(timing.inclusive(tree, b), timing.inclusive(tree, a)));
    long left = value[caller];
    for (int child : callees) {
      long time = Math.min(left, timing.inclusive(tree, child));
      left -= time;
      if (time >= least && size < MOST) {
        open.add(new Open(child, depth[caller] + 1, time));
      } else {
        cut[caller] = true;
      }
    }
    Collections.reverse(open.subList(first, open.size()));
    return left;
  }

  /**
   * The node of a call path.
   *
   * @param path the numbers of methods from the thread's own node down
   */
  static int find(CallTree tree, List<Integer> path) {
    int node = 0;
    for (int of : path) {
      int child = node + 1;
      while (child < tree.end(node) && tree.method(child) != of) {
        child = tree.end(child);
      }
      if (child >= tree.end(node)) {
        throw HttpException.notFound("this part of the trace does not contain the call path");
      }
      node = child;
    }
    return node;
  }
}
