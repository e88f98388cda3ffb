package dev.dexscope.vm.translate;

import dev.dexscope.vm.code.DebugNames;
import dev.dexscope.vm.code.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The variables (a register as one {@link Kind}) that may be read later: they determine the kind in
 * which a constant is stored, and the variables that an exception handler expects unchanged.
 * Debuggers and agents may read variables within their range in debug info, as on ART.
 */
final class Liveness {
  private final int words;
  private final Map<Node, long[]> before = new HashMap<>();

  /** Those that debug info names, where there are any. */
  private final Map<Node, long[]> named = new HashMap<>();

  private final long[] current;

  Liveness(List<Node> nodes, int registers, DebugNames names) {
    this.words = (registers * Kind.COUNT + 63) >>> 6;
    this.current = new long[words];
    name(nodes, names.locals());
    Map<Node, List<Node>> predecessors = predecessors(nodes);
    nodes.forEach(node -> before.put(node, new long[words]));
    var work = new LinkedHashSet<>(nodes.reversed());
    while (!work.isEmpty()) {
      Node node = work.removeFirst();
      startAfter(node);
      for (Step op : node.ops.reversed()) {
        step(op);
      }
      addHandlers(node);
      add(named.get(node));
      if (merge(liveBefore(node))) {
        work.addAll(predecessors.getOrDefault(node, List.of()));
      }
    }
  }

  private void name(List<Node> nodes, List<DebugNames.Local> locals) {
    if (locals.isEmpty()) {
      return;
    }
    NavigableMap<Integer, List<Node>> byPc = new TreeMap<>();
    nodes.forEach(node -> byPc.computeIfAbsent(node.pc, _ -> new ArrayList<>(1)).add(node));
    for (DebugNames.Local local : locals) {
      int variable = Kind.of(local.type()).variable(local.register());
      for (List<Node> there : byPc.subMap(local.start(), local.end()).values()) {
        for (Node node : there) {
          long[] all = named.computeIfAbsent(node, _ -> new long[words]);
          all[variable >>> 6] |= 1L << variable;
        }
      }
    }
  }

  private static Map<Node, List<Node>> predecessors(List<Node> nodes) {
    Map<Node, List<Node>> predecessors = new HashMap<>();
    for (Node node : nodes) {
      for (Node successor : successors(node)) {
        predecessors.computeIfAbsent(successor, _ -> new ArrayList<>()).add(node);
      }
      for (Node.Catch each : node.catches) {
        predecessors.computeIfAbsent(each.handler(), _ -> new ArrayList<>()).add(node);
      }
    }
    return predecessors;
  }

  private static List<Node> successors(Node node) {
    Node next = node.next;
    if (next == null) {
      return node.targets;
    }
    List<Node> all = new ArrayList<>(node.targets);
    all.add(next);
    return all;
  }

  /** Sets the current state to the variables that are live after the node. */
  void startAfter(Node node) {
    Arrays.fill(current, 0);
    for (Node successor : successors(node)) {
      add(liveBefore(successor));
    }
  }

  private void addHandlers(Node node) {
    for (Node.Catch each : node.catches) {
      add(liveBefore(each.handler()));
    }
  }

  private void add(long @Nullable [] live) {
    for (int i = 0; live != null && i < words; i++) {
      current[i] |= live[i];
    }
  }

  private long[] liveBefore(Node node) {
    return Objects.requireNonNull(before.get(node));
  }

  /** Goes over an op from back to front. */
  void step(Step op) {
    switch (op) {
      case Step.Load(int register, Kind kind) -> set(kind.variable(register));
      case Step.Store(int register, Kind kind) -> clear(kind.variable(register));
      case Step.Constant(int register, _, boolean wide) -> {
        for (Kind kind : kinds(wide)) {
          clear(kind.variable(register));
        }
      }
      case Step.Copy(int to, int from, boolean wide) -> {
        for (Kind kind : kinds(wide)) {
          boolean live = isLive(kind.variable(to));
          clear(kind.variable(to));
          if (live) {
            set(kind.variable(from));
          }
        }
      }
      case Step.Forget _, Step.Enter _, Step.Exit _, Step.Code _ -> {}
    }
  }

  /** The kinds that a constant may be meant as. */
  static List<Kind> kinds(boolean wide) {
    return wide ? WIDE : NARROW;
  }

  private static final List<Kind> WIDE = List.of(Kind.LONG, Kind.DOUBLE);
  private static final List<Kind> NARROW = List.of(Kind.INT, Kind.FLOAT, Kind.REFERENCE);

  boolean isLive(int variable) {
    return (current[variable >>> 6] >>> variable & 1) != 0;
  }

  boolean isLiveBefore(Node node, int variable) {
    return (liveBefore(node)[variable >>> 6] >>> variable & 1) != 0;
  }

  /** Returns whether debug info names a variable before a node. */
  boolean isNamed(Node node, int variable) {
    long[] all = named.get(node);
    return all != null && (all[variable >>> 6] >>> variable & 1) != 0;
  }

  /** Returns whether all that is live before one node is live before another too. */
  boolean isAllLiveBefore(Node one, Node other) {
    long[] wanted = liveBefore(one);
    long[] live = liveBefore(other);
    for (int i = 0; i < words; i++) {
      if ((wanted[i] & ~live[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  private void set(int variable) {
    current[variable >>> 6] |= 1L << variable;
  }

  private void clear(int variable) {
    current[variable >>> 6] &= ~(1L << variable);
  }

  private boolean merge(long[] live) {
    boolean changed = false;
    for (int i = 0; i < words; i++) {
      long merged = live[i] | current[i];
      changed |= merged != live[i];
      live[i] = merged;
    }
    return changed;
  }
}
