package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.DiffCommand;
import dev.dexscope.profile.AppProfile;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** An app's profile beside an earlier one: its screens, then its methods. */
final class AppComparison {
  private static final double LEVEL = 0.05;

  private final Terminal terminal;
  private final Path baseline;
  private final List<String> failOn;

  /**
   * @param baseline the folder of the earlier profile
   * @param failOn as {@code diff --fail-on} has it
   */
  AppComparison(Terminal terminal, Path baseline, List<String> failOn) {
    this.terminal = terminal;
    this.baseline = baseline;
    this.failOn = failOn;
  }

  /** Prints both, and returns the exit code. */
  int compare(Path folder) throws IOException {
    Double limit = DiffCommand.limit(failOn);
    var criteria = new Criteria(LEVEL, limit == null ? Criteria.USUAL.margin() : limit, 0);
    Comparison screens =
        Comparison.of(AppProfile.steps(baseline), AppProfile.steps(folder), criteria);
    terminal.out().println();
    TablePrinter.of(table(screens)).print(terminal.out(), terminal.columns());
    terminal.out().println();
    int methods = DiffCommand.of(terminal, traces(baseline), traces(folder), failOn).call();
    boolean isSlower = limit != null && !screens.regressions().isEmpty();
    if (isSlower) {
      terminal.out().println("slower: " + screens.regressions().getFirst().name());
    }
    return isSlower ? ExitCode.NO.code() : methods;
  }

  private static List<Path> traces(Path folder) throws IOException {
    return AppProfile.runs(folder).stream().map(AppProfile::figures).toList();
  }

  private static Table table(Comparison screens) {
    var table =
        new Table(
            Column.time("base_mean", "base"),
            Column.time("head_mean", "head"),
            Column.number("change"),
            Column.text("verdict"),
            Column.name("screen"));
    for (Difference each : screens.rows()) {
      add(table, each);
    }
    add(table, screens.total());
    return table;
  }

  private static void add(Table table, Difference each) {
    table.add(
        each.base().mean(),
        each.head().mean(),
        Double.isFinite(each.relative())
            ? String.format(Locale.ROOT, "%+.1f%%", 100 * each.relative())
            : "new",
        each.verdict().name().toLowerCase(Locale.ROOT),
        each.name());
  }
}
