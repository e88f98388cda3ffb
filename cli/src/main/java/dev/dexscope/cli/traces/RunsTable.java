package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Table.Column;
import dev.dexscope.trace.analysis.RepeatedCost;
import dev.dexscope.trace.analysis.Sample;
import java.util.List;
import java.util.function.UnaryOperator;

/** What each row cost in several runs of one program: the mean and how sure it is. */
public final class RunsTable {
  private static final double CONFIDENCE = 0.95;

  private RunsTable() {}

  /**
   * A table of them.
   *
   * @param what a row is: a method, a thread
   * @param json whether it is for programs: times are nanoseconds then, else milliseconds
   * @param names how names are shown
   */
  public static Table of(
      List<RepeatedCost> rows, String what, boolean json, UnaryOperator<String> names) {
    String unit = json ? "_ns" : "_ms";
    var table =
        new Table(
            Column.number("exclusive_mean" + unit),
            Column.number("plus_minus" + unit),
            Column.number("deviation" + unit),
            Column.number("calls_mean"),
            Column.name(what));
    for (RepeatedCost row : rows) {
      Sample exclusive = row.exclusive();
      table.add(
          time(exclusive.mean(), json),
          time(exclusive.halfWidth(CONFIDENCE), json),
          time(exclusive.deviation(), json),
          row.calls().mean(),
          names.apply(row.name()));
    }
    return table;
  }

  private static Object time(double nanos, boolean json) {
    long whole = Math.round(nanos);
    return json ? (Object) whole : (Object) (whole / 1e6);
  }
}
