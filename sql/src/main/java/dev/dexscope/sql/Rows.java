package dev.dexscope.sql;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes an answer: first its columns, then row by row. */
public interface Rows {
  /**
   * A column.
   *
   * @param type as DuckDB calls it: BIGINT, VARCHAR
   */
  record Column(String name, String type, boolean isNumber) {}

  void columns(List<Column> columns) throws IOException;

  /** A row: numbers, strings, booleans, or null; of other types their words. */
  void row(List<@Nullable Object> cells) throws IOException;
}
