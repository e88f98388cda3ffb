package dev.dexscope.trace.finding;

import dev.dexscope.trace.tree.CallTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls of some methods on the main thread, with all that they call. */
final class OutermostCalls {
  private long nanos;
  private long calls;
  private final Map<String, Long> callers = new LinkedHashMap<>();

  private OutermostCalls() {}

  /**
   * Adds up the calls of each kind of method that are in no other such call.
   *
   * @param kinds by the methods' numbers; null for methods that do not matter
   */
  static <K> Map<K, OutermostCalls> of(
      Facts facts, CallTree tree, List<? extends @Nullable K> kinds) {
    Map<K, OutermostCalls> sums = new LinkedHashMap<>();
    int node = 1;
    while (node < tree.size()) {
      K kind = kinds.get(tree.method(node));
      if (kind == null) {
        node++;
      } else {
        sums.computeIfAbsent(kind, _ -> new OutermostCalls()).add(facts, tree, node);
        node = tree.end(node);
      }
    }
    return sums;
  }

  private void add(Facts facts, CallTree tree, int node) {
    long time = facts.time(tree, node);
    nanos += time;
    calls += tree.calls(node);
    callers.merge(facts.ownCaller(tree, node), time, Long::sum);
  }

  long nanos() {
    return nanos;
  }

  long calls() {
    return calls;
  }

  /** The program's method for which most of it is; empty if it is the platform's. */
  String caller() {
    return callers.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }
}
