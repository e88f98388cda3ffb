package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Form;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Tables about many runs. Times are those of a run, in nanoseconds. */
public final class FleetTables {
  private FleetTables() {}

  /**
   * Returns the rows that take the time of the selected runs: means of a run.
   *
   * @param by methods, classes, packages or groups of threads
   * @throws IOException if the database cannot be read
   */
  public static Table top(Fleet fleet, Selection selection, Grouping by, int most)
      throws IOException {
    String key = by.name().toLowerCase(Locale.ROOT);
    Column name =
        by == Grouping.METHOD ? new Column(key, key, "", Form.METHOD, false, "") : Column.name(key);
    return top(fleet, selection, column -> FleetSql.top(selection, column, by, most), name);
  }

  /**
   * The same by the owners of classes.
   *
   * @throws IOException if the database cannot be read
   */
  public static Table top(Fleet fleet, Selection selection, Owners owners, int most)
      throws IOException {
    return top(
        fleet,
        selection,
        column -> FleetSql.top(selection, column, owners, most),
        Column.name("owner"));
  }

  /**
   * @param question of a column of times, in SQL
   */
  private static Table top(
      Fleet fleet, Selection selection, UnaryOperator<String> question, Column name)
      throws IOException {
    List<FleetRun> runs = FleetRun.of(fleet, selection, "1 = 1");
    Timing timing = FleetRun.timing(runs, selection);
    var table =
        new Table(
            Column.time("mean", "mean"),
            VersionGroups.share("share"),
            Column.time("total", "all runs"),
            VersionGroups.decimal("calls_mean", "calls"),
            Column.number("runs"),
            name);
    double whole = runs.stream().mapToDouble(run -> run.time(timing)).sum();
    fleet.stream(
        question.apply(selection.column(timing)),
        row -> {
          Object total = row.get(1);
          double time = decimal(total);
          table.add(
              time / runs.size(),
              whole == 0 ? null : time / whole,
              total,
              decimal(row.get(2)) / runs.size(),
              row.get(3),
              row.get(0));
        });
    return table;
  }

  /**
   * The time of a run, or of a method in it, by facts: percentiles are values of runs.
   *
   * @param method a method's name, with or without its signature; null for the whole run
   * @throws IOException if the database cannot be read
   */
  public static Table percentiles(Fleet fleet, Selection selection, @Nullable String method)
      throws IOException {
    List<FleetRun> runs = FleetRun.of(fleet, selection, "1 = 1");
    Timing timing = FleetRun.timing(runs, selection);
    List<Column> columns = new ArrayList<>();
    columns.add(Column.number("runs"));
    for (String each : List.of("p50", "p90", "p99", "most")) {
      columns.add(Column.time(each, each));
    }
    selection.by().forEach(fact -> columns.add(Column.text(fact)));
    var table = new Table(columns.toArray(Column[]::new));
    String value =
        method == null
            ? FleetSql.timesOfRuns(selection, timing.key())
            : FleetSql.timesOfMethod(
                selection, selection.column(timing), method(fleet, method).id());
    fleet.stream(FleetSql.percentiles(selection, value), row -> table.add(row.toArray()));
    return table;
  }

  /** A method that a user has named. */
  record Named(long id, String name) {}

  static Named method(Fleet fleet, String name) throws IOException {
    List<List<@Nullable Object>> found = fleet.rows(FleetSql.methodsNamed(name));
    if (found.isEmpty()) {
      throw FleetException.ofMethod("no method of this name", name);
    }
    if (found.size() > 1) {
      throw FleetException.ofMethod(
          "several methods of this name: add the signature of one",
          found.stream().map(row -> FleetRun.text(row.get(1))).toList());
    }
    return new Named(
        FleetRun.number(found.getFirst().get(0)), FleetRun.text(found.getFirst().get(1)));
  }

  /**
   * A method through the versions, each compared with the one before, within strata.
   *
   * @throws IOException if the database cannot be read
   */
  public static Table trend(Fleet fleet, Selection selection, String name, Criteria criteria)
      throws IOException {
    List<FleetRun> runs = FleetRun.of(fleet, selection, "1 = 1");
    Timing timing = FleetRun.timing(runs, selection);
    Named method = method(fleet, name);
    VersionGroups versions = VersionGroups.of(runs);
    long[] times = new long[runs.size()];
    long[] calls = new long[runs.size()];
    MethodValues.each(
        fleet,
        selection,
        runs,
        timing,
        "m.method = " + method.id(),
        (_, t, c) -> {
          System.arraycopy(t, 0, times, 0, t.length);
          System.arraycopy(c, 0, calls, 0, c.length);
        });
    Map<String, Difference> changes = versions.changes(times, calls, criteria);
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("version"));
    columns.add(Column.number("runs"));
    columns.add(Column.time("mean", "mean"));
    columns.add(Column.time("half_width", "±"));
    columns.add(Column.time("p50", "p50"));
    columns.add(Column.time("p90", "p90"));
    columns.add(VersionGroups.decimal("calls_mean", "calls"));
    columns.addAll(VersionGroups.columns());
    var table = new Table(columns.toArray(Column[]::new));
    versions
        .numbers()
        .forEach((version, numbers) -> {
          double[] values = VersionGroups.sorted(numbers, times);
          Sample sample = Sample.of(values);
          List<@Nullable Object> row = new ArrayList<>();
          row.add(version.isEmpty() ? null : version);
          row.add(numbers.size());
          row.add(sample.mean());
          row.add(VersionGroups.halfWidth(sample));
          row.add(VersionGroups.percentile(values, 0.5));
          row.add(VersionGroups.percentile(values, 0.9));
          row.add(numbers.stream().mapToLong(i -> calls[i]).average().orElse(0));
          row.addAll(VersionGroups.words(changes.get(version)));
          table.add(row.toArray());
        });
    return table;
  }

  /**
   * The runs unlike those of their version and stratum, with the method that differs most. A run is
   * unlike them if the logarithm of its time is far from their median, in terms of the median
   * distance from it.
   *
   * @throws IOException if the database cannot be read
   */
  public static Table outliers(Fleet fleet, Selection selection, int most) throws IOException {
    List<FleetRun> runs = FleetRun.of(fleet, selection, "1 = 1");
    Timing timing = FleetRun.timing(runs, selection);
    var table =
        new Table(
            Column.text("run"),
            Column.text("version"),
            Column.time("time", "time"),
            Column.time("usual", "usual"),
            VersionGroups.decimal("factor", "factor"),
            VersionGroups.decimal("distance", "distance"),
            Column.number("alike"),
            Column.words("file"),
            Column.words("kind"),
            Column.time("more", "more"),
            new Column("method", "in method", "", Form.METHOD, false, ""));
    List<Outliers.Outlier> all = Outliers.of(runs, timing, fleet.content().besides());
    List<Outliers.Outlier> shown = all.subList(0, Math.min(most, all.size()));
    Map<FleetRun, Outliers.Cause> causes = Outliers.causes(fleet, selection, timing, shown);
    for (Outliers.Outlier each : shown) {
      FleetRun run = each.run();
      Outliers.Cause cause = causes.get(run);
      table.add(
          run.digest().substring(0, Math.min(16, run.digest().length())),
          run.version().isEmpty() ? null : run.version(),
          run.time(timing),
          each.usual(),
          run.time(timing) / (double) Math.max(1, each.usual()),
          each.distance(),
          each.kind().size(),
          run.file(),
          run.stratum(),
          cause == null ? null : cause.more(),
          cause == null ? null : cause.method());
    }
    return table;
  }

  /** A number of any length. */
  static double decimal(@Nullable Object cell) {
    return cell instanceof Number number
        ? number.doubleValue()
        : cell == null ? 0 : Double.parseDouble(cell.toString());
  }
}
