package dev.dexscope.trace.finding;

import dev.dexscope.trace.analysis.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    // Samples have a mark at its end.
    List<@Nullable String> kinds = new ArrayList<>();
    facts.names().forEach(each -> kinds.add(each.startsWith(INFLATE) ? INFLATE : null));
    OutermostCalls sum = OutermostCalls.of(facts, main.tree(), kinds).get(INFLATE);
    if (sum == null) {
      return List.of();
    }
    long nanos = sum.nanos();
    double share = (double) nanos / Math.max(1, facts.mainBusy());
    if (share < LEAST || nanos < LEAST_NANOS) {
      return List.of();
    }
    String caller = sum.caller();
    return List.of(
        new Finding(
            Rule.INFLATION,
            share,
            "The main thread makes views from layouts for "
                + Facts.ms(nanos)
                + (facts.isSampled() ? "" : " in " + Facts.count(sum.calls()) + " calls")
                + ", "
                + Facts.percent(share)
                + " of the time in which it handles messages"
                + (caller.isEmpty() ? "." : ", most of it for " + caller + "."),
            caller,
            main.thread().name()));
  }
}
