package dev.dexscope.trace.finding;

import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The main thread waits in the middle of its work. */
final class MainWaits implements Search {
  private static final double LEAST = 0.1;
  private static final long LEAST_NANOS = 20_000_000;

  private record Place(String method, String caller) {}

  @Override
  public List<Finding> in(Facts facts) {
    View.Part main = facts.main();
    if (main == null || !facts.clock().hasWall() || !facts.isApp()) {
      return List.of();
    }
    CallTree tree = main.tree();
    Map<Place, Long> waits = new LinkedHashMap<>();
    for (int node = 1; node < tree.size(); node++) {
      if (facts.isWaiting(tree, node) && !facts.isIdle(node)) {
        waits.merge(
            new Place(facts.name(tree, node), facts.ownCaller(tree, node)),
            tree.exclusiveWall(node),
            Long::sum);
      }
    }
    long busy = facts.mainBusy();
    List<Finding> findings = new ArrayList<>();
    waits.forEach((place, nanos) -> {
      double share = (double) nanos / Math.max(1, busy);
      if (share >= LEAST && nanos >= LEAST_NANOS) {
        findings.add(
            new Finding(
                Rule.MAIN_WAITS,
                share,
                "The main thread waits "
                    + Facts.ms(nanos)
                    + " in "
                    + place.method
                    + (place.caller.isEmpty() ? "" : " for " + place.caller)
                    + ", "
                    + Facts.percent(share)
                    + " of the time in which it handles messages.",
                place.caller.isEmpty() ? place.method : place.caller,
                main.thread().name()));
      }
    });
    return findings;
  }
}
