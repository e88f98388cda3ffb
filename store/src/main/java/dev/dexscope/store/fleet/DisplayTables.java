package dev.dexscope.store.fleet;

import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tables about what apps displayed, by versions, each compared with the one before, within strata.
 * Times are nanoseconds.
 */
public final class DisplayTables {
  private static final String ADVICE = "; 'profile --store' of an app adds them";

  private DisplayTables() {}

  /**
   * How long starts took: to the first frame, and to the frame in which the app reported that all
   * of its content is there.
   *
   * @throws FleetException if no selected run has recorded a start
   * @throws IOException if the database cannot be read
   */
  public static Table startup(Fleet fleet, Selection selection, Criteria criteria)
      throws IOException {
    List<FleetRun> runs = FleetRun.of(fleet, selection, "1 = 1");
    Map<Long, Long> initial = new HashMap<>();
    Map<Long, Long> full = new HashMap<>();
    fleet.stream(
        FleetSql.starts(selection),
        row -> {
          initial.put(FleetRun.number(row.get(0)), FleetRun.number(row.get(1)));
          if (FleetRun.number(row.get(2)) >= 0) {
            full.put(FleetRun.number(row.get(0)), FleetRun.number(row.get(2)));
          }
        });
    if (initial.isEmpty()) {
      throw FleetException.ofRuns("no run has recorded a start" + ADVICE, selection.facts());
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("display"));
    columns.add(Column.text("version"));
    columns.add(Column.number("runs"));
    columns.add(Column.time("mean", "mean"));
    columns.add(Column.time("half_width", "±"));
    for (String each : List.of("p50", "p90", "p99")) {
      columns.add(Column.time(each, each));
    }
    columns.addAll(VersionGroups.columns());
    var table = new Table(columns.toArray(Column[]::new));
    addStarts("initial", runs, initial, criteria, table);
    addStarts("full", runs, full, criteria, table);
    return table;
  }

  private static void addStarts(
      String display, List<FleetRun> all, Map<Long, Long> times, Criteria criteria, Table table) {
    List<FleetRun> runs = all.stream().filter(run -> times.containsKey(run.id())).toList();
    long[] nanos = runs.stream().mapToLong(run -> times.getOrDefault(run.id(), 0L)).toArray();
    long[] starts = runs.stream().mapToLong(_ -> 1).toArray();
    VersionGroups versions = VersionGroups.of(runs);
    Map<String, Difference> changes = versions.changes(nanos, starts, criteria);
    versions
        .numbers()
        .forEach((version, numbers) -> {
          double[] sorted = VersionGroups.sorted(numbers, nanos);
          Sample sample = Sample.of(sorted);
          List<@Nullable Object> row = new ArrayList<>();
          row.add(display);
          row.add(version.isEmpty() ? null : version);
          row.add(numbers.size());
          row.add(sample.mean());
          row.add(VersionGroups.halfWidth(sample));
          row.add(VersionGroups.percentile(sorted, 0.5));
          row.add(VersionGroups.percentile(sorted, 0.9));
          row.add(VersionGroups.percentile(sorted, 0.99));
          row.addAll(VersionGroups.words(changes.get(version)));
          table.add(row.toArray());
        });
  }

  /** The frames of a run. */
  private record Frames(long count, long cpu, long slow) {}

  /**
   * Returns the cost of frames: percentiles are those of all frames, the change is that of the mean
   * frame of a run.
   *
   * @throws FleetException if no selected run has frames
   * @throws IOException if the database cannot be read
   */
  public static Table frames(Fleet fleet, Selection selection, Criteria criteria)
      throws IOException {
    List<FleetRun> all = FleetRun.of(fleet, selection, "1 = 1");
    Map<Long, Frames> frames = new HashMap<>();
    fleet.stream(
        FleetSql.framesOfRuns(selection),
        row ->
            frames.put(
                FleetRun.number(row.get(0)),
                new Frames(
                    FleetRun.number(row.get(1)),
                    FleetRun.number(row.get(2)),
                    FleetRun.number(row.get(3)))));
    if (frames.isEmpty()) {
      throw FleetException.ofRuns("no run has frames" + ADVICE, selection.facts());
    }
    Map<String, List<@Nullable Object>> percentiles = new HashMap<>();
    fleet.stream(
        FleetSql.percentilesOfFrames(selection),
        row -> percentiles.put(FleetRun.text(row.getFirst()), row.subList(1, row.size())));
    List<FleetRun> runs = all.stream().filter(run -> frames.containsKey(run.id())).toList();
    List<Frames> ofRuns = runs.stream().map(run -> frames.get(run.id())).toList();
    long[] means = ofRuns.stream().mapToLong(each -> each.cpu() / each.count()).toArray();
    long[] counts = ofRuns.stream().mapToLong(Frames::count).toArray();
    VersionGroups versions = VersionGroups.of(runs);
    Map<String, Difference> changes = versions.changes(means, counts, criteria);
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("version"));
    columns.add(Column.number("runs"));
    columns.add(Column.number("frames"));
    columns.add(Column.time("mean", "mean"));
    columns.add(Column.time("half_width", "±"));
    for (String each : List.of("p50", "p90", "p95", "p99")) {
      columns.add(Column.time(each, each));
    }
    columns.add(Column.number("slow"));
    columns.add(VersionGroups.share("slow_share"));
    columns.addAll(VersionGroups.columns());
    var table = new Table(columns.toArray(Column[]::new));
    versions
        .numbers()
        .forEach((version, numbers) -> {
          Sample sample = Sample.of(VersionGroups.sorted(numbers, means));
          long count = numbers.stream().mapToLong(i -> ofRuns.get(i).count()).sum();
          long slow = numbers.stream().mapToLong(i -> ofRuns.get(i).slow()).sum();
          List<@Nullable Object> row = new ArrayList<>();
          row.add(version.isEmpty() ? null : version);
          row.add(numbers.size());
          row.add(count);
          row.add(sample.mean());
          row.add(VersionGroups.halfWidth(sample));
          row.addAll(percentiles.getOrDefault(version, List.of()));
          row.add(slow);
          row.add((double) slow / count);
          row.addAll(VersionGroups.words(changes.get(version)));
          table.add(row.toArray());
        });
    return table;
  }
}
