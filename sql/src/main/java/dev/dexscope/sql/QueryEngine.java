package dev.dexscope.sql;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Answers questions in SQL about tables of files: DuckDB here, or Spark on many machines. */
public interface QueryEngine extends Closeable {
  /**
   * Opens the tables.
   *
   * @throws SqlException when the engine does not start, or cannot read the tables
   */
  void open(List<Table> tables);

  /**
   * Asks a question in the SQL that all engines share.
   *
   * @param most how many rows are taken
   * @param limit how long it may take
   * @return whether these were all rows
   * @throws SqlException when the engine refuses it, or has no answer in time or within its memory
   * @throws IOException if the engine cannot be started
   */
  boolean ask(String question, long most, Duration limit, Rows rows) throws IOException;

  /** Asks a user's question in the engine's own SQL, which can only be one that selects. */
  boolean select(String question, long most, Duration limit, Rows rows) throws IOException;

  @Override
  void close();
}
