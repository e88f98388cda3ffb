package dev.dexscope.trace.answer;

import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Difference;
import java.util.ArrayList;
import java.util.List;

/** The changes between one run and another: a row for each method, class, package or thread. */
public final class DifferenceTable {
  static final Column DELTA = Column.time("delta", "delta", "After less before.");
  static final Column CHANGE =
      Column.share("change", "change", "Of the time before; null where there was none.").derived();
  static final Column BASE = Column.time("base_mean", "base", "Before.");
  static final Column HEAD = Column.time("head_mean", "head", "After.");
  static final Column BASE_CALLS = Column.count("base_calls", "base calls", "Before.");
  static final Column HEAD_CALLS = Column.count("head_calls", "head calls", "After.");
  static final Column NAME = Column.name("name");

  private DifferenceTable() {}

  /**
   * The rows that changed the most, those that grew first.
   *
   * @param limit how many at most: half of them at either end
   */
  public static Table of(Comparison comparison, int limit) {
    List<Difference> all = comparison.rows();
    var table = new Table(DELTA, CHANGE, BASE, HEAD, BASE_CALLS, HEAD_CALLS, NAME);
    for (Difference row : ends(all, limit)) {
      double change = row.relative();
      table.add(
          Math.round(row.delta()),
          Double.isInfinite(change) ? null : change,
          Math.round(row.base().mean()),
          Math.round(row.head().mean()),
          row.calls().baseMost(),
          row.calls().headMost(),
          ReadableName.of(row.name()));
    }
    return table.leaving(all.size() - table.size());
  }

  private static List<Difference> ends(List<Difference> all, int limit) {
    if (all.size() <= limit) {
      return all;
    }
    List<Difference> ends = new ArrayList<>(all.subList(0, limit / 2));
    ends.addAll(all.subList(all.size() - limit / 2, all.size()));
    return ends;
  }
}
