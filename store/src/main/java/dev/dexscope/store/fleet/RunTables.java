package dev.dexscope.store.fleet;

import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tables of single runs. */
public final class RunTables {
  private RunTables() {}

  /**
   * Lists runs.
   *
   * @param facts the facts that they have in common, by their names
   * @throws IOException if the database cannot be read
   */
  public static Table list(Fleet fleet, Map<String, String> facts) throws IOException {
    var table =
        new Table(
            Column.text("run"),
            Column.text("day"),
            Column.text("app"),
            Column.text("version"),
            Column.text("build"),
            Column.text("device"),
            Column.number("api"),
            Column.words("scenario"),
            Column.words("file"),
            Column.time("length", "length"),
            Column.number("calls"),
            Column.text("sampled"));
    fleet.stream(FleetSql.runs(facts), row -> table.add(known(row).toArray()));
    return table;
  }

  /**
   * The facts of a run, a row for each; empty unless exactly one is found.
   *
   * @param digest how its SHA-256 begins
   * @throws IOException if the database cannot be read
   */
  public static Table facts(Fleet fleet, String digest) throws IOException {
    var table = new Table(Column.text("fact"), Column.text("value"));
    List<List<@Nullable Object>> rows = fleet.rows(FleetSql.run(digest));
    if (rows.size() == 1) {
      List<@Nullable Object> values = known(rows.getFirst());
      List<String> names = FleetSql.factsOfRun();
      for (int i = 0; i < names.size(); i++) {
        Object value = values.get(i);
        table.add(names.get(i), value == null ? null : value.toString());
      }
    }
    return table;
  }

  /** Unknown values have no place in an answer. */
  private static List<@Nullable Object> known(List<@Nullable Object> cells) {
    List<@Nullable Object> known = new ArrayList<>(cells);
    known.replaceAll(cell -> cell == null || cell.equals("") || cell.equals(-1L) ? null : cell);
    return known;
  }
}
