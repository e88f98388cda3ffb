package dev.dexscope.trace.finding;

import dev.dexscope.trace.analysis.Cost;
import java.util.ArrayList;
import java.util.List;

/** The program asks for garbage collections, which takes a hundredth of its time. */
final class ExplicitCollections implements Search {
  private static final double LEAST = 0.01;
  private static final List<String> METHODS =
      List.of("java.lang.System.gc", "java.lang.Runtime.gc");

  @Override
  public List<Finding> in(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    for (String each : METHODS) {
      Cost cost = facts.cost(each);
      long elapsed = cost == null ? 0 : Math.max(cost.inclusiveWall(), cost.inclusiveCpu());
      // System.gc calls the other one.
      if (cost != null && findings.isEmpty() && facts.share(elapsed) >= LEAST) {
        findings.add(
            new Finding(
                Rule.COLLECTIONS,
                Math.min(1, facts.share(elapsed)),
                "The program itself requests garbage collections by "
                    + each
                    + (facts.isSampled() ? "" : ", " + Facts.count(cost.calls()) + " times")
                    + ", which takes "
                    + Facts.ms(elapsed)
                    + ".",
                each,
                ""));
      }
    }
    return findings;
  }
}
