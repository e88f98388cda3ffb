package dev.dexscope.trace.finding;

import dev.dexscope.trace.analysis.Cost;
import java.util.List;

/** Calls are absent, or a million of them are shorter than what it takes to record them. */
final class Measurement implements Search {
  private static final long LEAST_CALLS = 1_000_000;
  private static final long SHORT = 500;

  @Override
  public List<Finding> in(Facts facts) {
    if (facts.isSampled()) {
      return List.of();
    }
    long absent = facts.trace().info().absentCalls();
    if (absent > 0) {
      return List.of(
          new Finding(
              Rule.MEASUREMENT,
              1,
              Facts.count(absent)
                  + " calls of short methods are not in this trace, and their time is shown as their"
                  + " callers'. Explain the file of calls beside it, which ends with .calls.",
              "",
              ""));
    }
    long calls = 0;
    Cost most = null;
    for (Cost each : facts.costs()) {
      // Of estimated times the cost of the recording is subtracted.
      if (each.calls() > 0 && each.error() == 0 && facts.whole(each) / each.calls() < SHORT) {
        calls += each.calls();
        most = most == null || each.calls() > most.calls() ? each : most;
      }
    }
    if (most == null || calls < LEAST_CALLS) {
      return List.of();
    }
    String name = facts.name(most);
    return List.of(
        new Finding(
            Rule.MEASUREMENT,
            0,
            Facts.count(calls)
                + " calls are shorter than half a microsecond, most of them of "
                + name
                + ". To record such a call takes about as long: their counts are exact, their times are too"
                + " long.",
            name,
            ""));
  }
}
