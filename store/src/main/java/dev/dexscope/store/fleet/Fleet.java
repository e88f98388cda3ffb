package dev.dexscope.store.fleet;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.StoreContent;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a store, opened for questions.
 *
 * <pre>{@code
 * try (Fleet fleet = Fleet.open(DuckDb.require(), store, "org.example", Fleet.MEMORY)) {
 *   fleet.ask("select version, count(*) from runs group by all", 100, limit, rows);
 * }
 * }</pre>
 */
public final class Fleet implements Closeable {
  /** The memory of DuckDB's process without another limit. */
  public static final long MEMORY = 2L << 30;

  private static final Duration LIMIT = Duration.ofHours(1);

  private final TableDatabase database;
  private final StoreContent content;

  private Fleet(TableDatabase database, StoreContent content) {
    this.database = database;
    this.content = content;
  }

  /**
   * Opens the tables.
   *
   * @param app the application whose runs are read; null for all
   * @param memory of DuckDB's process; half of it is for DuckDB, the rest of the data is in files
   * @throws dev.dexscope.store.StoreFormatException if a file is not as the manifest describes it
   * @throws IOException if a file cannot be read
   */
  public static Fleet open(DuckDb duck, RunStore store, @Nullable String app, long memory)
      throws IOException {
    // It starts while the files are checked.
    TableDatabase database = TableDatabase.start(duck, memory);
    try {
      StoreContent content = StoreContent.of(store);
      database.open(content.tables(app), List.of());
      return new Fleet(database, content);
    } catch (IOException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  public StoreContent content() {
    return content;
  }

  /**
   * Answers one question of a user in SQL, which reads and cannot change anything.
   *
   * @param most how many rows are taken
   * @param limit how long it may take
   * @return whether these were all rows
   * @throws dev.dexscope.sql.SqlException when it is refused, or has no answer in time or memory
   * @throws IOException if DuckDB's process cannot be started
   */
  public boolean ask(String question, long most, Duration limit, Rows rows) throws IOException {
    // As a text it can only be one that selects: the tables' files could be written else.
    String text = question.strip().replaceAll(";+$", "").replace("'", "''");
    return database.ask("from query('" + text + "')", most, limit, rows);
  }

  /** The rows that answer a question of ours. */
  List<List<@Nullable Object>> rows(String question) throws IOException {
    List<List<@Nullable Object>> all = new ArrayList<>();
    stream(question, all::add);
    return all;
  }

  /** Receives a row. */
  @FunctionalInterface
  interface Receiver {
    void row(List<@Nullable Object> cells);
  }

  void stream(String question, Receiver receiver) throws IOException {
    database.ask(
        question,
        Long.MAX_VALUE,
        LIMIT,
        new Rows() {
          @Override
          public void columns(List<Column> columns) {
            // They are those of the question.
          }

          @Override
          public void row(List<@Nullable Object> cells) {
            receiver.row(cells);
          }
        });
  }

  @Override
  public void close() {
    database.close();
  }
}
