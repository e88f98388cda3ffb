package dev.dexscope.web.traces;

import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.tree.CallTree;

/**
 * The tree from below, as far as a picture shows it: first the methods with their own time, below
 * each its callers with what they have of it.
 */
final class Callers {
  /** So many callers are followed; it bounds the work on deep recursions. */
  private static final int DEEPEST = 64;

  private Callers() {}

  /**
   * Turns a tree around. What a method has itself is exact; callers are followed from paths only
   * that have enough time to be seen.
   *
   * @param least paths with less own time are added to their method alone
   */
  static CallTree of(CallTree tree, Timing timing, long least) {
    return Trees.inverted(
        tree,
        node -> {
          long time = timing.of(tree.exclusiveWall(node), tree.exclusiveCpu(node));
          return time >= least ? DEEPEST : 1;
        });
  }
}
