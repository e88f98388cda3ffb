package dev.dexscope.store.fleet;

import dev.dexscope.store.Facts;
import dev.dexscope.trace.analysis.Timing;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which runs a question is about, and by which time.
 *
 * @param facts the facts that the runs have in common, by their names
 * @param by the facts by which runs differ that are not to be compared
 * @param timing the time; null for elapsed time if all runs have it, else CPU time
 * @param inclusive whether callees count, in times of methods
 */
public record Selection(
    Map<String, String> facts, List<String> by, @Nullable Timing timing, boolean inclusive) {
  public Selection {
    facts = Map.copyOf(facts);
    by = List.copyOf(by);
    for (String each : by) {
      if (!Facts.NAMES.contains(each)) {
        throw new IllegalArgumentException("no fact " + each);
      }
    }
  }

  /** The column of a method's time. */
  String column(Timing chosen) {
    return (inclusive ? "" : "self_") + chosen.key();
  }
}
