package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.inject.coverage.Counter;
import dev.dexscope.inject.coverage.Counters;
import dev.dexscope.inject.coverage.CoveredClass;
import dev.dexscope.inject.coverage.CoveredMethod;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints what was reached of packages, classes or methods, those first that miss most. */
final class CoverageTable {
  /** The kinds of rows. */
  enum By {
    PACKAGE,
    CLASS,
    METHOD
  }

  private final PrintStream out;
  private final By by;
  private final int top;

  CoverageTable(Terminal terminal, By by, int top) {
    this.out = terminal.out();
    this.by = by;
    this.top = top;
  }

  /** Prints the table, and the sums of all classes. */
  void print(List<CoveredClass> classes) {
    Map<String, Counters> rows = new LinkedHashMap<>();
    for (CoveredClass each : classes) {
      if (by == By.METHOD) {
        for (CoveredMethod method : each.methods()) {
          rows.put(name(each, method), method.counters());
        }
      } else {
        String name = by == By.CLASS ? each.name() : each.packageName();
        rows.merge(name.isEmpty() ? "(unnamed)" : name, each.counters(), Counters::plus);
      }
    }
    List<Map.Entry<String, Counters>> sorted = new ArrayList<>(rows.entrySet());
    sorted.sort(
        Comparator.comparingInt(
                (Map.Entry<String, Counters> each) -> each.getValue().instructions().missed())
            .reversed());
    out.printf(
        "%-18s %-18s %-18s %s%n",
        "methods", "lines", "branches", by.name().toLowerCase(Locale.ROOT));
    int shown = top == 0 ? sorted.size() : Math.min(top, sorted.size());
    for (Map.Entry<String, Counters> each : sorted.subList(0, shown)) {
      row(each.getValue(), each.getKey());
    }
    if (shown < sorted.size()) {
      out.println("... and " + (sorted.size() - shown) + " more; all with --top 0");
    }
    row(CoveredClass.sum(classes), "in all");
  }

  /** A method's name with its parameters, as other commands take it. */
  static String name(CoveredClass type, CoveredMethod method) {
    return type.name() + "#" + method.name() + method.signature();
  }

  private void row(Counters counters, String name) {
    out.printf(
        "%-18s %-18s %-18s %s%n",
        part(counters.methods()),
        part(counters.lines()),
        part(counters.branches()),
        Terminal.plain(name));
  }

  private static String part(Counter counter) {
    return counter.total() == 0
        ? "-"
        : String.format(
            Locale.ROOT,
            "%3.0f %% %d/%d",
            Math.floor(100 * counter.share()),
            counter.covered(),
            counter.total());
  }
}
