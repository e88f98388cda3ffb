package dev.dexscope.spark;

import dev.dexscope.sql.Rows;
import dev.dexscope.store.fleet.AppVersions;
import dev.dexscope.store.fleet.DisplayTables;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.fleet.FleetTables;
import dev.dexscope.store.fleet.Owners;
import dev.dexscope.store.fleet.Regressions;
import dev.dexscope.store.fleet.RunTables;
import dev.dexscope.store.fleet.RunValue;
import dev.dexscope.store.fleet.Selection;
import dev.dexscope.store.fleet.VersionHistory;
import dev.dexscope.store.fleet.VersionPaths;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All questions of {@code fleet}, and their answers as text, figure by figure. */
final class Answers {
  private static final String QUERY =
      "select name, thread, durations, cast(sum(self_wall) as bigint) as time from method_run"
          + " join methods using (method) group by name, thread, durations"
          + " order by time desc, name, thread, durations";

  static final Selection USUAL =
      new Selection(Map.of("app", "org.example"), List.of("device", "api"), null, false);

  private Answers() {}

  static List<String> of(Fleet fleet) throws IOException {
    List<String> all = new ArrayList<>();
    var inclusive =
        new Selection(Map.of("app", "org.example", "scenario", "it's"), List.of(), null, true);
    for (Selection each : List.of(USUAL, inclusive)) {
      all.add(regressions(fleet, each));
      all.add(VersionPaths.of(fleet, each, "2.8", "2.10").toString());
      all.add(RunValue.of(fleet, each, "2.8", "2.10", "org.example.T1.m1").toString());
      all.add(VersionHistory.ofMethod(fleet, each, "2.8", "2.10", "org.example.T1.m1").toString());
      add(FleetTables.percentiles(fleet, each, null), all);
      add(FleetTables.percentiles(fleet, each, "org.example.T1.m1"), all);
      add(FleetTables.trend(fleet, each, "org.example.T1.m1", Criteria.USUAL), all);
      add(FleetTables.outliers(fleet, each, 10), all);
      add(DisplayTables.startup(fleet, each, Criteria.USUAL), all);
      add(DisplayTables.frames(fleet, each, Criteria.USUAL), all);
    }
    all.add(AppVersions.of(fleet, "org.example").toString());
    add(FleetTables.top(fleet, USUAL, Grouping.METHOD, 10), all);
    add(FleetTables.top(fleet, USUAL, Grouping.CLASS, 10), all);
    add(FleetTables.top(fleet, inclusive, Grouping.PACKAGE, 10), all);
    add(FleetTables.top(fleet, inclusive, Grouping.THREAD, 10), all);
    add(FleetTables.top(fleet, USUAL, owners(), 10), all);
    add(RunTables.list(fleet, Map.of("api", "31")), all);
    all.addAll(query(fleet, QUERY));
    return all;
  }

  private static Owners owners() throws IOException {
    Path file = Files.createTempFile("owners", ".txt");
    try {
      Files.writeString(file, "* it's\norg.example.T1 @one\norg.*2 100%_!\n");
      return Owners.read(file);
    } finally {
      Files.delete(file);
    }
  }

  static String regressions(Fleet fleet, Selection selection) throws IOException {
    return Regressions.of(fleet, selection, "2.8", "2.10", Criteria.USUAL).toString();
  }

  private static void add(Table table, List<String> all) {
    for (int i = 0; i < table.size(); i++) {
      all.add(table.row(i).toString());
    }
  }

  static List<String> query(Fleet fleet, String query) throws IOException {
    List<String> all = new ArrayList<>();
    ask(fleet, query, all::add);
    return all;
  }

  /** Receives the rows of an answer one after the other, as they arrive. */
  static void ask(Fleet fleet, String query, Consumer<String> row) throws IOException {
    fleet.ask(
        query,
        Long.MAX_VALUE,
        Duration.ofMinutes(10),
        new Rows() {
          @Override
          public void columns(List<Column> columns) {
            row.accept(columns.stream().map(each -> each.name() + each.isNumber()).toList() + "");
          }

          @Override
          public void row(List<@Nullable Object> cells) {
            row.accept(cells.toString());
          }
        });
  }
}
