package dev.dexscope.trace.analysis;

import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.Arrays;

/**
 * Takes the recursion out of a tree, in a time that does not depend on how deep it is: the running
 * path is kept while the tree is gone through, and changed by one place for each node.
 */
final class Folding {
  private static final int NONE = -1;

  private final CallTree tree;
  private final CallTreeBuilder builder = new CallTreeBuilder();

  /** The folded node of each node. */
  private final int[] to;

  /** The depth of each folded node. */
  private int[] depth = new int[64];

  /** The folded nodes of the running path; beyond its end, those of paths that were left. */
  private int[] path = new int[64];

  /** The folded node of each method that was entered last, and whose call has not been left. */
  private int[] latest = new int[64];

  /**
   * The entries that a node has replaced in the path and in the latest, to be put back when it is
   * left.
   */
  private final int[] pathBefore;

  private final int[] latestBefore;

  /** Times to be added to a folded node and all its callers. */
  private long[] wall = new long[64];

  private long[] cpu = new long[64];
  private int last;

  Folding(CallTree tree) {
    this.tree = tree;
    this.to = new int[tree.size()];
    this.pathBefore = new int[tree.size()];
    this.latestBefore = new int[tree.size()];
    Arrays.fill(latest, NONE);
  }

  CallTree folded() {
    int root = builder.newRoot();
    to[0] = root;
    grow(root);
    path[0] = root;
    int running = 0;
    for (int node = 1; node < tree.size(); node++) {
      for (; running != tree.parent(node); running = tree.parent(running)) {
        leave(running);
      }
      enter(node, to[running], tree.method(node));
      running = node;
    }
    for (int node = last; node > root; node--) {
      int caller = builder.caller(node);
      builder.addTime(node, wall[node], cpu[node]);
      wall[caller] += wall[node];
      cpu[caller] += cpu[node];
    }
    builder.add(root, 0, 0, tree.inclusiveWall(0), tree.inclusiveCpu(0));
    return builder.build(root);
  }

  private void enter(int node, int caller, int method) {
    if (method >= latest.length) {
      int known = latest.length;
      latest = Arrays.copyOf(latest, Math.max(method + 1, 2 * known));
      Arrays.fill(latest, known, latest.length, NONE);
    }
    int running = latest[method];
    latestBefore[node] = running;
    if (running != NONE && depth[running] <= depth[caller] && path[depth[running]] == running) {
      to[node] = running;
      pathBefore[node] = running;
      builder.add(running, tree.calls(node), tree.exceptions(node), 0, 0);
      builder.estimate(running, tree, node);
      // What lies between is no longer below its old callers, whose time this was too.
      add(caller, -tree.inclusiveWall(node), -tree.inclusiveCpu(node));
      add(running, tree.inclusiveWall(node), tree.inclusiveCpu(node));
      return;
    }
    int child = builder.child(caller, method);
    grow(child);
    to[node] = child;
    depth[child] = depth[caller] + 1;
    if (depth[child] >= path.length) {
      path = Arrays.copyOf(path, 2 * path.length);
    }
    pathBefore[node] = path[depth[child]];
    path[depth[child]] = child;
    latest[method] = child;
    builder.addNode(child, tree, node);
  }

  private void leave(int node) {
    int folded = to[node];
    path[depth[folded]] = pathBefore[node];
    latest[tree.method(node)] = latestBefore[node];
  }

  private void add(int node, long wallTime, long cpuTime) {
    wall[node] += wallTime;
    cpu[node] += cpuTime;
  }

  private void grow(int node) {
    last = Math.max(last, node);
    if (node >= depth.length) {
      int length = Math.max(node + 1, 2 * depth.length);
      depth = Arrays.copyOf(depth, length);
      wall = Arrays.copyOf(wall, length);
      cpu = Arrays.copyOf(cpu, length);
    }
  }
}
