package dev.dexscope.vm.translate;

import dev.dexscope.vm.code.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The variables (a register as one {@link Kind}) that have their register's value before each
 * instruction. Not each assignment stores something: unused constants are omitted, and a result may
 * stay on the operand stack.
 */
final class HeldValues {
  private interface Change {
    void apply(BitSet held);
  }

  private final Map<Node, List<Change>> changes = new HashMap<>();
  private final Map<Node, List<Node.Catch>> ranges = new HashMap<>();
  private final Map<Node, BitSet> before = new HashMap<>();
  private final Deque<Node> work = new ArrayDeque<>();

  /** An instruction is in the range of handlers; to the JVM's verifier it leads there. */
  void isCovered(Node node, List<Node.Catch> handlers) {
    ranges.put(node, handlers);
  }

  /** Called when a step assigns to registers, whether or not it stores the values. */
  void assigns(Node node, Step step) {
    switch (step) {
      case Step.Store(int register, Kind kind) -> assigns(node, register, kind.isWide());
      case Step.Constant(int register, _, boolean wide) -> assigns(node, register, wide);
      case Step.Copy(int to, _, boolean wide) -> assigns(node, to, wide);
      case Step.Load _, Step.Forget _, Step.Enter _, Step.Exit _, Step.Code _ -> {}
    }
  }

  private void assigns(Node node, int register, boolean wide) {
    int end = Kind.COUNT * (register + (wide ? 2 : 1));
    add(
        node,
        held -> {
          held.clear(Kind.COUNT * register, end);
          if (register > 0) {
            // The first half of a pair is nothing without the second.
            held.clear(Kind.LONG.variable(register - 1));
            held.clear(Kind.DOUBLE.variable(register - 1));
          }
        });
  }

  /** The value is stored in a variable. */
  void stores(Node node, int variable) {
    add(node, held -> held.set(variable));
  }

  private void add(Node node, Change change) {
    changes.computeIfAbsent(node, _ -> new ArrayList<>()).add(change);
  }

  /** Follows all paths from the method's start. */
  void follow(Node first, BitSet parameters) {
    reach(first, parameters);
    while (!work.isEmpty()) {
      Node node = work.remove();
      BitSet held = before(node);
      node.catches.forEach(each -> reach(each.handler(), held));
      ranges.getOrDefault(node, List.of()).forEach(each -> reach(each.handler(), held));
      BitSet after = (BitSet) held.clone();
      changes.getOrDefault(node, List.of()).forEach(each -> each.apply(after));
      node.targets.forEach(each -> reach(each, after));
      if (node.next != null) {
        reach(node.next, after);
      }
    }
  }

  private void reach(Node node, BitSet held) {
    BitSet known = before.get(node);
    if (known == null) {
      before.put(node, (BitSet) held.clone());
      work.add(node);
      return;
    }
    int count = known.cardinality();
    known.and(held);
    if (known.cardinality() != count) {
      work.add(node);
    }
  }

  /** The variables that have the values of their registers. */
  BitSet before(Node node) {
    return Objects.requireNonNull(before.get(node));
  }
}
