package dev.dexscope.trace.analysis;

import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

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

  /** A path with more calls than this is taken to be a recursion that ran away. */
  private static final int DEEP = 512;

  /** Returns whether a trace has paths so deep that writing each in full would be quadratic. */
  public static boolean isDeep(Trace trace) {
    return trace.threads().stream().anyMatch(thread -> isDeep(thread.tree()));
  }

  private static boolean isDeep(CallTree tree) {
    return Arrays.stream(depths(tree)).anyMatch(depth -> depth > DEEP);
  }

  private static int[] depths(CallTree tree) {
    int[] depths = new int[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      depths[node] = depths[tree.parent(node)] + 1;
    }
    return depths;
  }

  /**
   * A view for formats that write each path in full: its deep trees are {@link #folded}, and what
   * is still deep then, of so many methods, ends there.
   */
  public static View shallow(View view) {
    if (view.threads().stream().noneMatch(part -> isDeep(part.tree()))) {
      return view;
    }
    List<View.Part> parts = new ArrayList<>();
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      parts.add(part.with(isDeep(tree) ? cut(folded(tree)) : tree));
    }
    return new View(view.trace(), view.filter(), parts);
  }

  private static CallTree cut(CallTree tree) {
    int[] depths = depths(tree);
    return keeping(tree, node -> depths[node] <= DEEP);
  }

  /**
   * The tree of the nodes that stay; what others have is their callers'. The thread's own node
   * keeps the whole: what is folded into it is time of methods that are not shown.
   *
   * @param stays is called with each node but the first, in their order
   */
  static CallTree keeping(CallTree tree, IntPredicate stays) {
    var builder = new CallTreeBuilder();
    int[] to = new int[tree.size()];
    to[0] = builder.newRoot();
    for (int node = 1; node < tree.size(); node++) {
      to[node] = to[tree.parent(node)];
      if (stays.test(node)) {
        to[node] = builder.child(to[node], tree.method(node));
        builder.addNode(to[node], tree, node);
      }
    }
    return builder.build(to[0]).withRootOf(tree);
  }

  /**
   * The tree of the program's methods: what those of the platform have is their callers', but for
   * those that no method of the program has called.
   */
  static CallTree ofProgram(CallTree tree, MethodTable methods) {
    boolean[] isOfProgram = new boolean[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      isOfProgram[node] =
          isOfProgram[tree.parent(node)] || !methods.get(tree.method(node)).isSampled();
    }
    return keeping(tree, node -> !isOfProgram[node] || !methods.get(tree.method(node)).isSampled());
  }

  /**
   * The tree without recursion: a call of a method that is running already on its path, by itself
   * or by others, counts as a call of the one that runs. Exclusive times stay those of the method;
   * a path is no longer than there are methods.
   */
  public static CallTree folded(CallTree tree) {
    return new Folding(tree).folded();
  }

  /**
   * The tree from below: the children of node 0 are the methods with their exclusive times, and a
   * node's children are its callers with their share of it.
   *
   * @param depth how many callers are followed; it bounds the work on deep recursions
   */
  public static CallTree inverted(CallTree tree, int depth) {
    return inverted(tree, _ -> depth);
  }

  /**
   * The same with a depth for each path.
   *
   * @param depth how many levels are followed from a node
   */
  public static CallTree inverted(CallTree tree, IntUnaryOperator depth) {
    var builder = new CallTreeBuilder();
    int root = builder.newRoot();
    for (int node = 1; node < tree.size(); node++) {
      long wall = tree.exclusiveWall(node);
      long cpu = tree.exclusiveCpu(node);
      int levels = depth.applyAsInt(node);
      int to = root;
      int level = 0;
      for (int n = node; n > 0 && level < levels; n = tree.parent(n)) {
        to = builder.child(to, tree.method(n));
        builder.add(to, tree.calls(node), tree.exceptions(node), wall, cpu);
        builder.estimate(to, tree, node);
        level++;
      }
    }
    builder.add(root, 0, 0, tree.inclusiveWall(0), tree.inclusiveCpu(0));
    return builder.build(root);
  }
}
