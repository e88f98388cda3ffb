package dev.dexscope.trace.answer;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.RepeatedCost;
import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.trace.analysis.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row for each method, class, package or thread: the table of {@code report} and {@code profile},
 * and that of the page. A column more in all of them is one more here.
 */
public final class FlatTable {
  static final Column SHARE =
      Column.share("share", "share", "Of the whole, 0 to 1; null if unknown.").optional();
  static final Column EXCLUSIVE =
      Column.time(
              "exclusive",
              "exclusive",
              "Its own time; only work unless a clock is selected. Null, unknown, if +- is as long.")
          .optional();
  static final Column TIME =
      Column.time("time", "time", "A thread's total, or the time spent for the other side.");
  static final Column WAITING =
      Column.time("waiting", "waiting", "Elapsed in itself without work.");
  static final Column INCLUSIVE_SHARE =
      Column.share("inclusive_share", "inclusive share", "Inclusive, of the whole.").derived();
  static final Column INCLUSIVE =
      Column.time("inclusive", "inclusive", "Including callees; a recursion counts once.");
  static final Column CALLS =
      Column.count("calls", "calls", "How often it was called; null if that was not counted.")
          .optional();
  static final Column SEEN =
      Column.count(
          "calls",
          "seen",
          "How often samples saw it begin: its calls are not known, between samples and in a row.");
  static final Column PER_CALL =
      Column.time("per_call", "per call", "Inclusive, on average.").derived().optional();
  static final Column PER_SEEN =
      Column.time("per_call", "per seen", "Inclusive, on average.").derived();
  static final Column EXCEPTIONS =
      Column.count("exceptions", "exceptions", "Calls that an exception ended.");
  static final Column ID = Column.count("id", "id", "The thread's.");
  static final Column METHOD = Column.method("method", "method", "With its descriptor.");
  static final Column CLASS = Column.name("class");
  static final Column PACKAGE = Column.name("package");
  static final Column THREAD = Column.text("thread");
  static final Column EXCLUSIVE_MEAN =
      Column.time("exclusive_mean", "exclusive mean", "Of all runs.");
  static final Column PLUS_MINUS =
      Column.time("plus_minus", "+-", "Half of the mean's 95 % confidence interval.");
  static final Column ESTIMATE =
      Column.time(
          "exclusive_plus_minus",
          "+-",
          "Half of the 95 % confidence interval of the exclusive time: by samples, or of calls that"
              + " were not all timed.");
  static final Column ESTIMATED =
      Column.count("estimated", "estimated", "Calls whose time was estimated from that of others.")
          .derived();
  static final Column DEVIATION = Column.time("deviation", "deviation", "Of one run.");
  static final Column CALLS_MEAN =
      new Column("calls_mean", "calls mean", "", Form.DECIMAL, false, "Of all runs.");

  private static final double CONFIDENCE = 0.95;

  /** Standard errors in half of the interval of this confidence. */
  private static final double ERRORS = 1.96;

  private FlatTable() {}

  /**
   * The rows of a view, the largest first.
   *
   * @param limit how many at most
   */
  public static Table of(
      View view, Grouping by, Measure measure, FlatProfile.Order order, int limit) {
    return by == Grouping.THREAD
        ? threads(view, measure, limit)
        : groups(view, by, measure, order, limit);
  }

  private static Table groups(
      View view, Grouping by, Measure measure, FlatProfile.Order order, int limit) {
    List<Column> columns = new ArrayList<>(List.of(SHARE, EXCLUSIVE));
    List<Cost> costs = FlatProfile.sorted(FlatProfile.of(view, by), measure, order);
    boolean estimates = hasEstimates(costs);
    boolean isFused = view.trace().observed().sampleNanos() > 0;
    if (isFused) {
      columns.add(ESTIMATE);
    } else if (estimates) {
      columns.addAll(List.of(ESTIMATE, ESTIMATED));
    }
    boolean waits = measure.hasWaiting(view.trace().info().clock());
    if (waits) {
      columns.add(WAITING);
    }
    boolean sampled = view.trace().info().sampled();
    columns.addAll(
        List.of(
            INCLUSIVE_SHARE,
            INCLUSIVE,
            calls(view.trace()),
            sampled ? PER_SEEN : PER_CALL,
            EXCEPTIONS,
            nameOf(by)));
    long total = total(costs, measure);
    var table = new Table(columns.toArray(Column[]::new));
    long left = total;
    for (Cost cost : costs.subList(0, Math.min(limit, costs.size()))) {
      long exclusive = measure.exclusive(cost);
      long inclusive = measure.inclusive(cost);
      left -= exclusive;
      long half = Math.round(ERRORS * cost.error());
      boolean isKnown = half == 0 || half < exclusive;
      List<@Nullable Object> cells =
          new ArrayList<>(
              Arrays.<@Nullable Object>asList(
                  isKnown ? share(exclusive, total) : null, isKnown ? exclusive : null));
      if (isFused || estimates) {
        cells.add(half);
      }
      if (!isFused && estimates) {
        cells.add(cost.estimated());
      }
      if (waits) {
        cells.add(cost.waiting());
      }
      cells.add(share(inclusive, total));
      cells.add(inclusive);
      // Samples saw methods whose calls were not counted.
      boolean isCounted = !isFused || cost.calls() > 0;
      cells.add(isCounted ? cost.calls() : null);
      cells.add(isCounted ? inclusive / Math.max(1, cost.calls()) : null);
      cells.add(cost.exceptions());
      cells.add(cost.name());
      table.add(cells.toArray());
    }
    return table.leaving(costs.size() - table.size(), share(left, total));
  }

  private static boolean hasEstimates(List<Cost> costs) {
    for (Cost cost : costs) {
      if (cost.estimated() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Threads with the same name are several rows; their ids distinguish them. */
  private static Table threads(View view, Measure measure, int limit) {
    List<Cost> costs = FlatProfile.of(view, Grouping.THREAD);
    long total = total(costs, measure);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < costs.size(); i++) {
      order.add(i);
    }
    order.sort(
        (a, b) -> Long.compare(measure.exclusive(costs.get(b)), measure.exclusive(costs.get(a))));
    var table = new Table(SHARE, TIME, WAITING, calls(view.trace()), EXCEPTIONS, ID, THREAD);
    for (int i : order.subList(0, Math.min(limit, order.size()))) {
      Cost cost = costs.get(i);
      long exclusive = measure.exclusive(cost);
      table.add(
          share(exclusive, total),
          exclusive,
          cost.waiting(),
          cost.calls(),
          cost.exceptions(),
          view.threads().get(i).thread().id(),
          cost.name());
    }
    return table.leaving(costs.size() - table.size());
  }

  /** Returns the cost of rows in several runs of one program: the mean and its confidence. */
  public static Table ofRuns(List<RepeatedCost.Run> runs, Grouping by, int limit) {
    var table = new Table(EXCLUSIVE_MEAN, PLUS_MINUS, DEVIATION, CALLS_MEAN, nameOf(by));
    List<RepeatedCost> rows = RepeatedCost.of(runs);
    for (RepeatedCost row : rows.subList(0, Math.min(limit, rows.size()))) {
      Sample exclusive = row.exclusive();
      table.add(
          Math.round(exclusive.mean()),
          Math.round(exclusive.halfWidth(CONFIDENCE)),
          Math.round(exclusive.deviation()),
          row.calls().mean(),
          row.name());
    }
    return table.leaving(rows.size() - table.size());
  }

  /** Returns the column of counts: samples do not count calls. */
  static Column calls(Trace trace) {
    return trace.info().sampled() ? SEEN : CALLS;
  }

  private static Column nameOf(Grouping by) {
    return switch (by) {
      case METHOD -> METHOD;
      case CLASS -> CLASS;
      case PACKAGE -> PACKAGE;
      case THREAD -> THREAD;
    };
  }

  private static long total(List<Cost> costs, Measure measure) {
    long total = 0;
    for (Cost cost : costs) {
      total += measure.exclusive(cost);
    }
    return total;
  }

  static double share(long part, long total) {
    return total == 0 ? 0 : (double) part / total;
  }
}
