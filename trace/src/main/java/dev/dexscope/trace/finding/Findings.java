package dev.dexscope.trace.finding;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds what an expert would notice first in a trace, by rules with thresholds.
 *
 * <pre>{@code
 * for (Finding each : Findings.of(trace, Filter.ALL)) {
 *   System.out.println(each.rule().key() + ": " + each.text());
 * }
 * }</pre>
 */
public final class Findings {
  /** In the order in which findings of equal weight are listed. */
  private static final List<Search> SEARCHES =
      List.of(
          new PlatformWork(),
          new AllPairs(),
          new Causes(),
          new LockConvoy(),
          new Garbage(),
          new Collisions(),
          new MainWaits(),
          new LongMessages(),
          new SlowFrames(),
          new JankyFrames(),
          new MainInput(),
          new Inflation(),
          new FirstUse(),
          new HotMethod(),
          new RepeatedSetup(),
          new ManyExceptions(),
          new SharedWait(),
          new ExplicitCollections(),
          new Measurement());

  private Findings() {}

  /** The findings, those with the largest part of the time first. */
  public static List<Finding> of(Trace trace, Filter filter) {
    return of(trace, filter, Measure.ofWork(trace.info().clock()));
  }

  /** The same with another time as that of the methods; waits are always elapsed time. */
  public static List<Finding> of(Trace trace, Filter filter, Measure measure) {
    Facts facts = new Facts(View.of(trace, filter), measure);
    List<Finding> findings = new ArrayList<>();
    for (Search each : SEARCHES) {
      for (Finding finding : each.in(facts)) {
        if (findings.stream().noneMatch(earlier -> explains(earlier, finding))) {
          findings.add(finding);
        }
      }
    }
    findings.sort(Comparator.comparingDouble(Finding::share).reversed());
    return findings;
  }

  /** Returns whether an earlier finding is about most of what makes a method hot. */
  private static boolean explains(Finding earlier, Finding finding) {
    return finding.rule() == Rule.HOT_METHOD
        && earlier.method().equals(finding.method())
        && (earlier.rule() == Rule.HOT_METHOD || 2 * earlier.share() >= finding.share());
  }
}
