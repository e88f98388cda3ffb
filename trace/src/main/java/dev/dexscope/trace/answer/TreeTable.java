package dev.dexscope.trace.answer;

import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** A call tree as rows: callers before their callees, those with the most time first. */
public final class TreeTable {
  private final CallTree tree;
  private final MethodTable methods;
  private final Timing timing;
  private final Comparator<Integer> mostTimeFirst;
  private final BitSet shown;

  private TreeTable(CallTree tree, MethodTable methods, Timing timing, int limit) {
    this.tree = tree;
    this.methods = methods;
    this.timing = timing;
    this.mostTimeFirst =
        Comparator.comparingLong((Integer node) -> timing.inclusive(tree, node)).reversed();
    this.shown = widest(limit);
  }

  /**
   * The paths with the most time.
   *
   * @param limit how many at most; a caller takes at least the time of its callees, so that none
   *     stands without its own
   */
  public static Table of(CallTree tree, MethodTable methods, Timing timing, int limit) {
    return new TreeTable(tree, methods, timing, limit).table();
  }

  private BitSet widest(int limit) {
    List<Integer> nodes = new ArrayList<>();
    for (int node = 1; node < tree.size(); node++) {
      nodes.add(node);
    }
    nodes.sort(mostTimeFirst);
    var widest = new BitSet();
    nodes.subList(0, Math.min(limit, nodes.size())).forEach(widest::set);
    return widest;
  }

  private Table table() {
    var table =
        new Table(
            FlatTable.SHARE,
            FlatTable.INCLUSIVE,
            FlatTable.CALLS,
            CallTables.DEPTH.derived(),
            CallTables.NESTED_METHOD);
    long total = timing.inclusive(tree, 0);
    // Recursive programs have trees that are deeper than a thread's stack.
    Deque<Node> left = new ArrayDeque<>();
    push(left, 0, 0);
    while (!left.isEmpty()) {
      Node next = left.pop();
      long inclusive = timing.inclusive(tree, next.at);
      table.add(
          FlatTable.share(inclusive, total),
          inclusive,
          tree.calls(next.at),
          next.depth,
          new Nested(next.depth, Named.of(methods, tree.method(next.at))));
      push(left, next.at, next.depth + 1);
    }
    return table.leaving(tree.size() - 1 - table.size());
  }

  private record Node(int at, int depth) {}

  private void push(Deque<Node> left, int parent, int depth) {
    List<Integer> children = new ArrayList<>();
    for (int child = parent + 1; child < tree.end(parent); child = tree.end(child)) {
      if (shown.get(child)) {
        children.add(child);
      }
    }
    children.sort(mostTimeFirst);
    children.reversed().forEach(child -> left.push(new Node(child, depth)));
  }
}
