package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.analysis.FlatProfile.Order;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.RepeatedCost;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.FlatTable;
import dev.dexscope.trace.answer.Table;
import java.util.List;

/** The methods of a profile, as {@code report} of its trace has them. */
final class ProfileTables {
  private final Terminal terminal;
  private final int limit;
  private final boolean isWide;

  /**
   * @param top how many methods; all if 0
   * @param isWide whether everything is shown, on lines as long as needed
   */
  ProfileTables(Terminal terminal, int top, boolean isWide) {
    this.terminal = terminal;
    this.isWide = isWide;
    this.limit = top <= 0 ? Integer.MAX_VALUE : top;
  }

  void print(View view) {
    print(FlatTable.of(view, Grouping.METHOD, measure(view), Order.EXCLUSIVE, limit));
  }

  void print(List<RepeatedCost.Run> runs) {
    print(FlatTable.ofRuns(runs, Grouping.METHOD, limit));
  }

  private void print(Table table) {
    TablePrinter printer = TablePrinter.of(table);
    if (isWide) {
      printer.printWide(terminal.out());
    } else {
      printer.print(terminal.out(), terminal.columns());
    }
  }

  /** One of several runs. */
  static RepeatedCost.Run run(View view) {
    return RepeatedCost.Run.of(view, Grouping.METHOD, measure(view));
  }

  private static Measure measure(View view) {
    return Measure.ofWork(view.trace().info().clock());
  }
}
