package dev.dexscope.trace.finding;

import dev.dexscope.trace.analysis.Cost;
import java.util.ArrayList;
import java.util.List;

/** A tenth of the work makes classes ready for their first use. */
final class FirstUse implements Search {
  private static final double LEAST = 0.1;

  /** In Android's traces, with what it calls. */
  private static final String LOADING = "java.lang.ClassLoader.loadClass";

  @Override
  public List<Finding> in(Facts facts) {
    if (!facts.trace().observed().path().isEmpty()) {
      return List.of(); // Of the elapsed time, it is a cause.
    }
    long rows = 0;
    for (Cost each : facts.costs()) {
      rows += each.isFirstUse() ? facts.own(each) : 0;
    }
    List<Finding> findings = new ArrayList<>();
    Cost loading = facts.cost(LOADING);
    if (facts.share(rows) >= LEAST) {
      findings.add(
          new Finding(
              Rule.FIRST_USE,
              facts.share(rows),
              Facts.percent(facts.share(rows))
                  + " of all "
                  + facts.workWords()
                  + ", "
                  + Facts.ms(rows)
                  + ", is loading and translating classes for their first use: this is a start,"
                  + " not the program when it is warm.",
              "",
              ""));
    } else if (loading != null && facts.share(facts.whole(loading)) >= LEAST) {
      findings.add(
          new Finding(
              Rule.FIRST_USE,
              facts.share(facts.whole(loading)),
              LOADING
                  + " takes "
                  + Facts.ms(facts.whole(loading))
                  + ", "
                  + Facts.percent(facts.share(facts.whole(loading)))
                  + " of the "
                  + facts.workWords()
                  + ": classes are loaded for their first use.",
              LOADING,
              ""));
    }
    return findings;
  }
}
