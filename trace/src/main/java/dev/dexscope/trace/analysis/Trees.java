package dev.dexscope.trace.analysis;

import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.List;

/**
 * Trees made of trees: all threads in one, and the callers of each method instead of its callees.
 */
public final class Trees {
  private Trees() {}

  /** One tree of all threads of a view. */
  public static CallTree merged(View view) {
    return merged(view.threads().stream().map(View.Part::tree).toList());
  }

  /** One tree of all: equal call paths of different threads become one. */
  public static CallTree merged(List<CallTree> trees) {
    if (trees.size() == 1) {
      return trees.getFirst();
    }
    var builder = new CallTreeBuilder();
    int root = builder.newRoot();
    for (CallTree tree : trees) {
      int[] to = new int[tree.size()];
      to[0] = root;
      for (int node = 1; node < tree.size(); node++) {
        to[node] = builder.child(to[tree.parent(node)], tree.method(node));
        builder.addNode(to[node], tree, node);
      }
      builder.add(root, 0, 0, tree.inclusiveWall(0), tree.inclusiveCpu(0));
    }
    return builder.build(root);
  }

  /**
   * The tree from below: the children of node 0 are the methods with their exclusive times, and a
   * node's children are its callers with their share of it.
   *
   * @param depth how many callers are followed; it bounds the work on deep recursions
   */
  public static CallTree inverted(CallTree tree, int depth) {
    var builder = new CallTreeBuilder();
    int root = builder.newRoot();
    for (int node = 1; node < tree.size(); node++) {
      long wall = tree.exclusiveWall(node);
      long cpu = tree.exclusiveCpu(node);
      int to = root;
      int level = 0;
      for (int n = node; n > 0 && level < depth; n = tree.parent(n)) {
        to = builder.child(to, tree.method(n));
        builder.add(to, tree.calls(node), tree.exceptions(node), wall, cpu);
        level++;
      }
    }
    builder.add(root, 0, 0, tree.inclusiveWall(0), tree.inclusiveCpu(0));
    return builder.build(root);
  }
}
