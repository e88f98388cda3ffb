package dev.dexscope.probe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** TAU's tables of a thread, by method and by call path, added up from its {@link CallTree}. */
final class Tables {
  final Counters methods = new Counters();

  /** By the numbers of {@link #paths}. */
  final Counters byPath = new Counters();

  final @Nullable CallPaths paths;

  /**
   * Adds up a tree.
   *
   * @param figures those of the tree
   * @param pathDepth the number of methods in a call path; 0 for none
   */
  Tables(Figures figures, int pathDepth) {
    CallTree tree = figures.tree;
    this.paths = pathDepth > 0 ? new CallPaths(pathDepth) : null;
    int size = tree.size();
    long[] wall = new long[size];
    long[] cpu = new long[size];
    long[] subrs = new long[size];
    for (int node = size - 1; node >= CallTree.ROOT; node--) {
      wall[node] += figures.wall(node);
      cpu[node] += figures.cpu(node);
      if (node > CallTree.ROOT) {
        int parent = tree.parent(node);
        wall[parent] += wall[node];
        cpu[parent] += cpu[node];
        subrs[parent] += tree.get(node, CallTree.CALLS);
      }
    }
    // The rows and paths of the calls from the root to a node, and how often each is among them.
    int[] pathOf = new int[size];
    int[] runningRows = new int[64];
    int[] runningPaths = new int[64];
    int before = -1;
    for (int node : tree.preorder()) {
      for (int left = before; left != tree.parent(node); left = tree.parent(left)) {
        runningRows[tree.row(left)]--;
        runningPaths[pathOf[left] + 1]--;
      }
      before = node;
      int row = tree.row(node);
      runningRows = withRoom(runningRows, row);
      boolean outermost = runningRows[row]++ == 0;
      add(methods.of(row), figures, node, outermost, subrs[node], wall[node], cpu[node]);
      pathOf[node] = path(pathOf, tree, node);
      runningPaths = withRoom(runningPaths, pathOf[node] + 1);
      outermost = runningPaths[pathOf[node] + 1]++ == 0;
      if (pathOf[node] != CallPaths.LOST) {
        add(byPath.of(pathOf[node]), figures, node, outermost, subrs[node], wall[node], cpu[node]);
      }
    }
  }

  private int path(int[] pathOf, CallTree tree, int node) {
    if (paths == null) {
      return CallPaths.LOST;
    }
    return node == CallTree.ROOT
        ? CallPaths.ROOT
        : paths.step(pathOf[tree.parent(node)], tree.row(node));
  }

  private static int[] withRoom(int[] counts, int index) {
    return index < counts.length
        ? counts
        : Arrays.copyOf(counts, Math.max(index + 1, 2 * counts.length));
  }

  private static void add(
      long[] to, Figures figures, int node, boolean outermost, long subrs, long wall, long cpu) {
    CallTree tree = figures.tree;
    to[Counters.CALLS] += tree.get(node, CallTree.CALLS);
    to[Counters.SUBRS] += subrs;
    to[Counters.EXCL_WALL] += figures.wall(node);
    to[Counters.EXCL_CPU] += figures.cpu(node);
    to[Counters.INCL_WALL] += outermost ? wall : 0;
    to[Counters.INCL_CPU] += outermost ? cpu : 0;
    to[Counters.ESTIMATED] += tree.get(node, CallTree.ESTIMATED);
  }
}
