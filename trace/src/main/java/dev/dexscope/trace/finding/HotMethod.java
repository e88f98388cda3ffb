package dev.dexscope.trace.finding;

import dev.dexscope.trace.analysis.Cost;
import java.util.ArrayList;
import java.util.List;

/** A method with a fifth of the work in itself. */
final class HotMethod implements Search {
  private static final double LEAST = 0.2;
  private static final long LEAST_NANOS = 10_000_000;

  /** Of the elapsed time: where nearly all is waiting, no work is much. */
  private static final double LEAST_OF_ALL = 0.05;

  /** Standard errors in half of a 95 % confidence interval. */
  private static final double ERRORS = 1.96;

  @Override
  public List<Finding> in(Facts facts) {
    if (facts.trace().info().absentCalls() > 0) {
      return List.of(); // The time of absent calls is shown as that of their callers.
    }
    long elapsed = facts.critical();
    List<Finding> findings = new ArrayList<>();
    for (Cost each : facts.costs()) {
      long own = facts.own(each);
      // A time that is estimated may be shorter.
      long sure = own - Math.round(ERRORS * each.error());
      if (facts.share(sure) < LEAST
          || own < LEAST_NANOS
          || own < LEAST_OF_ALL * facts.elapsed()
          || Facts.isRowOfOurs(each.name())
          || facts.mayWaitForThreads(facts.method(each))) {
        continue;
      }
      String name = facts.name(each);
      String calls = facts.isSampled() ? "" : calls(facts, each);
      // Work that the end does not wait for comes after what it waits for.
      double weight = elapsed == 0 ? facts.share(own) : LEAST_OF_ALL;
      findings.add(
          new Finding(
              Rule.HOT_METHOD,
              weight,
              name
                  + " has "
                  + Facts.percent(facts.share(own))
                  + " of all "
                  + facts.workWords()
                  + " in itself, "
                  + Facts.ms(own)
                  + (own == sure ? "" : " (+- " + Facts.ms(own - sure) + ")")
                  + calls
                  + ".",
              name,
              ""));
    }
    return findings;
  }

  private static String calls(Facts facts, Cost cost) {
    String caller = facts.caller(facts.method(cost));
    return (cost.calls() == 1 ? " in one call" : " in " + Facts.count(cost.calls()) + " calls")
        + (caller.isEmpty() ? "" : ", most of them by " + caller);
  }
}
