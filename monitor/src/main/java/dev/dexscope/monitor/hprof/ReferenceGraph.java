package dev.dexscope.monitor.hprof;

import java.util.Arrays;

/** Which objects refer to which, by their numbers. */
final class ReferenceGraph {
  private final int[] starts;
  private final int[] targets;

  /**
   * @param starts of each object where its references begin in the other array; one more than there
   *     are objects
   */
  ReferenceGraph(int[] starts, int[] targets) {
    this.starts = starts;
    this.targets = targets;
  }

  int objects() {
    return starts.length - 1;
  }

  int start(int object) {
    return starts[object];
  }

  int end(int object) {
    return starts[object + 1];
  }

  int target(int edge) {
    return targets[edge];
  }

  /**
   * Of each object the one before it on a shortest way from a root; itself of a root; -1 where no
   * root leads to it.
   */
  int[] waysToRoots(int[] roots) {
    int[] before = new int[objects()];
    Arrays.fill(before, -1);
    int[] queue = new int[objects()];
    int end = 0;
    for (int root : roots) {
      if (before[root] < 0) {
        before[root] = root;
        queue[end++] = root;
      }
    }
    for (int at = 0; at < end; at++) {
      int object = queue[at];
      for (int edge = start(object); edge < end(object); edge++) {
        int target = targets[edge];
        if (before[target] < 0) {
          before[target] = object;
          queue[end++] = target;
        }
      }
    }
    return before;
  }
}
