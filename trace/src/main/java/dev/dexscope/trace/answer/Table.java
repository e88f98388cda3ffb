package dev.dexscope.trace.answer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns and rows, independent of the output format.
 *
 * <pre>{@code
 * var table = new Table(Column.name("class"), Column.number("objects"));
 * table.add("java.lang.String", 12);
 * }</pre>
 */
public final class Table {
  private final List<Column> columns;
  private final List<List<@Nullable Object>> rows = new ArrayList<>();
  private int left;
  private double leftShare = Double.NaN;

  public Table(Column... columns) {
    this.columns = List.of(columns);
  }

  /** A row: strings, numbers, booleans, {@link Named} methods, or null if unknown. */
  public void add(@Nullable Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + columns.size());
    }
    var row = new ArrayList<@Nullable Object>(cells.length);
    Collections.addAll(row, cells);
    rows.add(row);
  }

  /** So many rows are left out. */
  Table leaving(int rowsLeft) {
    left = rowsLeft;
    return this;
  }

  /** So many rows are left out, which have this share of the time. */
  Table leaving(int rowsLeft, double share) {
    leftShare = share;
    return leaving(rowsLeft);
  }

  /** Returns the same table where what is counted is in the place of times. */
  public Table counted() {
    var table = new Table(columns.stream().map(Column::counted).toArray(Column[]::new));
    table.rows.addAll(rows);
    return table.leaving(left, leftShare);
  }

  public List<Column> columns() {
    return columns;
  }

  /** The cells of a row, one for each column. */
  public List<@Nullable Object> row(int at) {
    return rows.get(at);
  }

  /** Returns the number of rows. */
  public int size() {
    return rows.size();
  }

  /** Returns the number of rows, including those that are omitted. */
  public int total() {
    return rows.size() + left;
  }

  /** Returns the omitted rows' share of the time; NaN if it is not defined. */
  public double leftShare() {
    return leftShare;
  }
}
