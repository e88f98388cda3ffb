package dev.dexscope.trace.finding;

import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An app's main thread makes views from layouts for a tenth of its time. */
final class Inflation implements Search {
  private static final double LEAST = 0.1;
  private static final long LEAST_NANOS = 20_000_000;
  private static final String INFLATE = "android.view.LayoutInflater.inflate";

  @Override
  public List<Finding> in(Facts facts) {
    View.Part main = facts.main();
    if (main == null) {
      return List.of();
    }
    CallTree tree = main.tree();
    Map<String, Long> callers = new LinkedHashMap<>();
    long nanos = 0;
    long calls = 0;
    int node = 1;
    while (node < tree.size()) {
      // Samples have a mark at its end.
      if (facts.name(tree, node).startsWith(INFLATE)) {
        nanos += facts.time(tree, node);
        calls += tree.calls(node);
        callers.merge(facts.ownCaller(tree, node), facts.time(tree, node), Long::sum);
        node = tree.end(node);
      } else {
        node++;
      }
    }
    double share = (double) nanos / Math.max(1, facts.mainBusy());
    if (share < LEAST || nanos < LEAST_NANOS) {
      return List.of();
    }
    String caller = MainInput.mostOf(callers);
    return List.of(
        new Finding(
            Rule.INFLATION,
            share,
            "The main thread makes views from layouts for "
                + Facts.ms(nanos)
                + (facts.isSampled() ? "" : " in " + Facts.count(calls) + " calls")
                + ", "
                + Facts.percent(share)
                + " of the time in which it handles messages"
                + (caller.isEmpty() ? "." : ", most of it for " + caller + "."),
            caller,
            main.thread().name()));
  }
}
