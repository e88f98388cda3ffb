package dev.dexscope.trace.analysis;

import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/**
 * A change of the call paths of a view, as a reader makes them one after the other: each applies to
 * what those before it have left. Methods are named by {@link
 * dev.dexscope.trace.Method#fullName()}, so the same change applies to another trace of the
 * program.
 *
 * <p>Call trees and all that is computed from them are changed. Single calls and timelines remain
 * those of the trace.
 */
public sealed interface Transform {
  /** The change in words: {@code merge app.Text.find}. */
  String words();

  /** Returns what makes the changed tree of a thread's tree. */
  UnaryOperator<CallTree> among(MethodTable methods);

  /** The method is left out: its time is that of its callers, its callees are theirs. */
  record Merge(String method) implements Transform {
    @Override
    public String words() {
      return "merge " + Transform.brief(method);
    }

    @Override
    public UnaryOperator<CallTree> among(MethodTable methods) {
      boolean[] merged = Transform.named(methods, method);
      return tree -> Trees.keeping(tree, node -> !merged[tree.method(node)]);
    }
  }

  /**
   * Of the calls among methods whose names begin alike, only those from outside are left: a package
   * or class is as deep as a single method.
   */
  record Collapse(String prefix) implements Transform {
    @Override
    public String words() {
      return "collapse " + prefix;
    }

    @Override
    public UnaryOperator<CallTree> among(MethodTable methods) {
      boolean[] inside = new boolean[methods.size()];
      for (int i = 0; i < inside.length; i++) {
        inside[i] = methods.get(i).qualifiedName().startsWith(prefix);
      }
      return tree -> {
        // The nearest node that stays, of a node and its callers.
        int[] near = new int[tree.size()];
        return Trees.keeping(
            tree,
            node -> {
              int caller = near[tree.parent(node)];
              boolean stays =
                  !inside[tree.method(node)] || caller == 0 || !inside[tree.method(caller)];
              near[node] = stays ? node : caller;
              return stays;
            });
      };
    }
  }

  /** A call of a method that is running already counts as a call of the one that runs. */
  record FoldRecursion() implements Transform {
    @Override
    public String words() {
      return "fold recursion";
    }

    @Override
    public UnaryOperator<CallTree> among(MethodTable methods) {
      return Trees::folded;
    }
  }

  /** Only the method's calls are left, each with what it called: the method is the root. */
  record Focus(String method) implements Transform {
    @Override
    public String words() {
      return "focus " + Transform.brief(method);
    }

    @Override
    public UnaryOperator<CallTree> among(MethodTable methods) {
      boolean[] focused = Transform.named(methods, method);
      return tree -> rooted(tree, node -> focused[tree.method(node)]);
    }
  }

  /** Only one call path is left with what it called: its last method is the root. */
  record FocusPath(List<String> path) implements Transform {
    public FocusPath {
      path = List.copyOf(path);
    }

    @Override
    public String words() {
      return "focus path to " + Transform.brief(path.getLast());
    }

    @Override
    public UnaryOperator<CallTree> among(MethodTable methods) {
      List<boolean[]> named = path.stream().map(name -> Transform.named(methods, name)).toList();
      return tree -> {
        // How many methods of the path a node and its callers are; -1 beside the path.
        int[] matched = new int[tree.size()];
        return rooted(
            tree,
            node -> {
              int above = matched[tree.parent(node)];
              boolean isNext =
                  above >= 0 && above < named.size() && named.get(above)[tree.method(node)];
              matched[node] = isNext ? above + 1 : -1;
              return matched[node] == named.size();
            });
      };
    }
  }

  /** Only call paths through the method are left, with its callers. */
  record Keep(String method) implements Transform {
    @Override
    public String words() {
      return "keep " + Transform.brief(method);
    }

    @Override
    public UnaryOperator<CallTree> among(MethodTable methods) {
      boolean[] named = Transform.named(methods, method);
      return tree -> through(tree, named, true);
    }
  }

  /** Call paths through the method are left out with their time. */
  record Drop(String method) implements Transform {
    @Override
    public String words() {
      return "drop " + Transform.brief(method);
    }

    @Override
    public UnaryOperator<CallTree> among(MethodTable methods) {
      boolean[] named = Transform.named(methods, method);
      return tree -> through(tree, named, false);
    }
  }

  private static String brief(String method) {
    int open = method.indexOf('(');
    return open < 0 ? method : method.substring(0, open);
  }

  private static boolean[] named(MethodTable methods, String name) {
    boolean[] named = new boolean[methods.size()];
    for (int i = 0; i < named.length; i++) {
      named[i] = methods.get(i).fullName().equals(name);
    }
    return named;
  }

  /** The outermost nodes that are roots, and all below them, as callees of the thread. */
  private static CallTree rooted(CallTree tree, IntPredicate isRoot) {
    var builder = new CallTreeBuilder();
    int[] to = new int[tree.size()];
    int root = builder.newRoot();
    int end = 0;
    for (int node = 1; node < tree.size(); node++) {
      boolean isInside = node < end;
      if (!isInside && !isRoot.test(node)) {
        continue;
      }
      if (!isInside) {
        end = tree.end(node);
        builder.addTime(root, tree.inclusiveWall(node), tree.inclusiveCpu(node));
      }
      to[node] = builder.child(isInside ? to[tree.parent(node)] : root, tree.method(node));
      builder.addNode(to[node], tree, node);
    }
    return builder.build(root);
  }

  /** The paths through any of the methods, or all others. */
  private static CallTree through(CallTree tree, boolean[] methods, boolean keeps) {
    int size = tree.size();
    long[] wall = new long[size];
    long[] cpu = new long[size];
    boolean[] isThrough = new boolean[size];
    boolean[] leads = new boolean[size];
    for (int node = 1; node < size; node++) {
      isThrough[node] = isThrough[tree.parent(node)] || methods[tree.method(node)];
    }
    // Callees come after their callers: what they have is complete when it is passed on.
    for (int node = size - 1; node > 0; node--) {
      int caller = tree.parent(node);
      if (!isThrough[caller]) {
        leads[caller] |= isThrough[node] || leads[node];
        wall[caller] += isThrough[node] ? tree.inclusiveWall(node) : wall[node];
        cpu[caller] += isThrough[node] ? tree.inclusiveCpu(node) : cpu[node];
      }
    }
    var builder = new CallTreeBuilder();
    int[] to = new int[size];
    to[0] = builder.newRoot();
    for (int node = 0; node < size; node++) {
      if (node > 0 && (keeps ? !isThrough[node] && !leads[node] : isThrough[node])) {
        continue;
      }
      if (node > 0) {
        to[node] = builder.child(to[tree.parent(node)], tree.method(node));
      }
      builder.addNode(to[node], tree, node);
      if (!isThrough[node]) {
        long otherWall = keeps ? tree.inclusiveWall(node) - wall[node] : wall[node];
        long otherCpu = keeps ? tree.inclusiveCpu(node) - cpu[node] : cpu[node];
        builder.addTime(to[node], -otherWall, -otherCpu);
      }
    }
    return builder.build(to[0]);
  }
}
