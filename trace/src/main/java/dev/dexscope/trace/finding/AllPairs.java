package dev.dexscope.trace.finding;

import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A method that is called for each pair of elements: with twice as many it takes four times as
 * long.
 */
final class AllPairs implements Search {
  private static final long LEAST_CALLS = 50;
  private static final double LEAST = 0.1;

  private record Key(int caller, int method) {}

  private static final class Sum {
    private long elements;
    private long pairs;
    private long time;
    private boolean fits = true;
  }

  @Override
  public List<Finding> in(Facts facts) {
    if (facts.isSampled()) {
      return List.of();
    }
    Map<Key, Sum> sums = new LinkedHashMap<>();
    for (View.Part part : facts.view().threads()) {
      CallTree tree = part.tree();
      for (int node = 1; node < tree.size(); node++) {
        int caller = tree.parent(node);
        long n = tree.calls(caller);
        if (caller > 0 && n >= LEAST_CALLS && tree.calls(node) > n) {
          Sum sum =
              sums.computeIfAbsent(new Key(tree.method(caller), tree.method(node)), _ -> new Sum());
          sum.elements += n;
          sum.pairs += tree.calls(node);
          sum.time += facts.work(tree, node);
          sum.fits &= isOfPairs(tree.calls(node), n);
        }
      }
    }
    MethodTable methods = facts.view().methods();
    return sums.entrySet().stream()
        .filter(each -> each.getValue().fits && facts.share(each.getValue().time) >= LEAST)
        .map(each -> {
          Sum sum = each.getValue();
          String method = methods.get(each.getKey().method).qualifiedName();
          double share = facts.share(sum.time);
          return new Finding(
              Rule.PAIRS,
              facts.weight(sum.time),
              method
                  + facts.line(each.getKey().method)
                  + " is called "
                  + Facts.count(sum.pairs)
                  + " times for "
                  + Facts.count(sum.elements)
                  + " calls of "
                  + methods.get(each.getKey().caller).qualifiedName()
                  + ", for each pair: twice as many take four times as long. It has "
                  + Facts.percent(share)
                  + " of the work.",
              method,
              "");
        })
        .toList();
  }

  /** All pairs of n, without equal ones, or each pair once. */
  private static boolean isOfPairs(long calls, long n) {
    return calls == n * n
        || calls == n * (n - 1)
        || calls == n * (n - 1) / 2
        || calls == n * (n + 1) / 2;
  }
}
