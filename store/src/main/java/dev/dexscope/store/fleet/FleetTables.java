package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measured;
import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Form;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tables about many runs. Times are those of a run, in nanoseconds. */
public final class FleetTables {
  private static final double CONFIDENCE = 0.95;

  private FleetTables() {}

  /**
   * What takes the time of the selected runs: means of a run.
   *
   * @param by methods, classes, packages or groups of threads
   * @throws IOException if the database cannot be read
   */
  public static Table top(Fleet fleet, Selection selection, Grouping by, int most)
      throws IOException {
    List<FleetRun> runs = FleetRun.of(fleet, selection, "1 = 1");
    Timing timing = FleetRun.timing(runs, selection);
    String key = by.name().toLowerCase(Locale.ROOT);
    var table =
        new Table(
            Column.time("mean", "mean"),
            share("share"),
            Column.time("total", "all runs"),
            decimal("calls_mean", "calls"),
            Column.number("runs"),
            by == Grouping.METHOD
                ? new Column(key, key, "", Form.METHOD, false, "")
                : Column.name(key));
    double whole = runs.stream().mapToDouble(run -> run.time(timing)).sum();
    fleet.stream(
        FleetSql.top(selection, selection.column(timing), by, most),
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
  private record Named(long id, String name) {}

  private static Named method(Fleet fleet, String name) throws IOException {
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
    Map<String, List<Integer>> versions = new TreeMap<>(Versions.ORDER);
    for (int i = 0; i < runs.size(); i++) {
      versions.computeIfAbsent(runs.get(i).version(), _ -> new ArrayList<>()).add(i);
    }
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
    Map<String, Difference> changes = changes(runs, versions, times, calls, criteria);
    var table =
        new Table(
            Column.text("version"),
            Column.number("runs"),
            Column.time("mean", "mean"),
            Column.time("half_width", "±"),
            Column.time("p50", "p50"),
            Column.time("p90", "p90"),
            decimal("calls_mean", "calls"),
            share("change"),
            decimal("p", "p"),
            Column.text("verdict"));
    versions.forEach((version, numbers) -> {
      double[] values = numbers.stream().mapToDouble(i -> times[i]).toArray();
      Sample sample = Sample.of(values);
      Arrays.sort(values);
      Difference change = changes.get(version);
      table.add(
          version.isEmpty() ? null : version,
          numbers.size(),
          sample.mean(),
          numbers.size() < 2 ? null : sample.halfWidth(CONFIDENCE),
          (long) values[(values.length + 1) / 2 - 1],
          (long) values[(int) Math.ceil(0.9 * values.length) - 1],
          numbers.stream().mapToLong(i -> calls[i]).average().orElse(0),
          change == null || Double.isInfinite(change.relative()) ? null : change.relative(),
          change == null || Double.isNaN(change.p()) ? null : change.p(),
          change == null ? null : change.verdict().name().toLowerCase(Locale.ROOT));
    });
    return table;
  }

  /** Each version beside the one before, corrected for their number. */
  private static Map<String, Difference> changes(
      List<FleetRun> runs,
      Map<String, List<Integer>> versions,
      long[] times,
      long[] calls,
      Criteria criteria) {
    List<Measured> measured = new ArrayList<>();
    List<Integer> before = List.of();
    for (Map.Entry<String, List<Integer>> each : versions.entrySet()) {
      List<FleetRun> base = before.stream().map(runs::get).toList();
      List<FleetRun> head = each.getValue().stream().map(runs::get).toList();
      Regressions.Pair pair = Regressions.Pair.of(base, head);
      if (!pair.base.isEmpty()) {
        int[] all = pair.all().stream().mapToInt(runs::indexOf).toArray();
        measured.add(
            pair.measured(
                each.getKey(),
                Arrays.stream(all).mapToLong(i -> times[i]).toArray(),
                Arrays.stream(all).mapToLong(i -> calls[i]).toArray()));
      }
      before = each.getValue();
    }
    Map<String, Difference> changes = new TreeMap<>();
    Comparison.family(measured, criteria, 0).forEach(d -> changes.put(d.name(), d));
    return changes;
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
            decimal("factor", "factor"),
            decimal("distance", "distance"),
            Column.number("alike"),
            Column.words("file"),
            Column.words("kind"),
            Column.time("more", "more"),
            new Column("method", "in method", "", Form.METHOD, false, ""));
    List<Outliers.Outlier> all = Outliers.of(runs, timing);
    List<Outliers.Outlier> shown = all.subList(0, Math.min(most, all.size()));
    Map<FleetRun, Outliers.Cause> causes = Outliers.causes(fleet, selection, timing, shown);
    for (Outliers.Outlier each : shown) {
      FleetRun run = each.run();
      Outliers.Cause cause = causes.get(run);
      table.add(
          run.digest().substring(0, 16),
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

  private static Column share(String key) {
    return new Column(key, key, "", Form.SHARE, false, "");
  }

  private static Column decimal(String key, String heading) {
    return new Column(key, heading, "", Form.DECIMAL, false, "");
  }

  /** A number of any length. */
  private static double decimal(@Nullable Object cell) {
    return cell instanceof Number number
        ? number.doubleValue()
        : cell == null ? 0 : Double.parseDouble(cell.toString());
  }
}
