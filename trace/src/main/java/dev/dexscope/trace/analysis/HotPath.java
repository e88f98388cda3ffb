package dev.dexscope.trace.analysis;

import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A call path and the time that was spent at its end; equal paths of different threads are one.
 *
 * @param methods from the outermost caller to the method itself, indices into the trace's methods
 * @param exclusive nanoseconds
 * @param calls how often it was called on this path
 * @param threads the threads that have this path
 */
public record HotPath(
    List<Integer> methods, long exclusive, long calls, List<TraceThread> threads) {

  /** The paths on which most time was spent, the longest time first. */
  public static List<HotPath> of(View view, Measure measure, int limit) {
    CallTree tree = Trees.folded(Trees.merged(view));
    Measure.Paths paths = measure.paths(view.methods());
    long[] exclusive = new long[tree.size()];
    List<Integer> nodes = new ArrayList<>();
    for (int node = 1; node < tree.size(); node++) {
      exclusive[node] = paths.exclusive(tree, node);
      nodes.add(node);
    }
    List<View.Part> folded =
        view.threads().stream().map(part -> part.with(Trees.folded(part.tree()))).toList();
    nodes.sort(Comparator.comparingLong((Integer node) -> exclusive[node]).reversed());
    return nodes.stream()
        .limit(limit)
        .map(node -> {
          List<Integer> path = path(tree, node);
          return new HotPath(path, exclusive[node], tree.calls(node), threads(folded, path));
        })
        .toList();
  }

  private static List<TraceThread> threads(List<View.Part> parts, List<Integer> path) {
    return parts.stream()
        .filter(part -> has(part.tree(), path))
        .map(part -> part.thread())
        .toList();
  }

  private static boolean has(CallTree tree, List<Integer> path) {
    int node = 0;
    for (int method : path) {
      int child = node + 1;
      while (child < tree.end(node) && tree.method(child) != method) {
        child = tree.end(child);
      }
      if (child >= tree.end(node)) {
        return false;
      }
      node = child;
    }
    return true;
  }

  private static List<Integer> path(CallTree tree, int node) {
    List<Integer> methods = new ArrayList<>();
    for (int n = node; n > 0; n = tree.parent(n)) {
      methods.add(tree.method(n));
    }
    return methods.reversed();
  }
}
