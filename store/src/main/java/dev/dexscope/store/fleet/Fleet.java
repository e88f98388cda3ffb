package dev.dexscope.store.fleet;

import dev.dexscope.sql.QueryEngine;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.Table;
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
 * QueryEngine engine = TableDatabase.start(DuckDb.require(), Fleet.MEMORY);
 * try (Fleet fleet = Fleet.open(engine, store, "org.example")) {
 *   fleet.ask("select version, count(*) from runs group by all", 100, limit, rows);
 * }
 * }</pre>
 */
public final class Fleet implements Closeable {
  /** The memory of an engine's process without another limit. */
  public static final long MEMORY = 2L << 30;

  private static final Duration LIMIT = Duration.ofHours(1);

  private final QueryEngine engine;
  private final StoreContent content;

  private Fleet(QueryEngine engine, StoreContent content) {
    this.engine = engine;
    this.content = content;
  }

  /**
   * Opens the tables, with the runs that count.
   *
   * @param engine what answers; it is closed with this, and if this fails. It may be starting still
   * @param app the application whose runs are read; null for all
   * @throws dev.dexscope.store.StoreFormatException if a file is not as the manifest describes it
   * @throws IOException if a file cannot be read
   */
  public static Fleet open(QueryEngine engine, RunStore store, @Nullable String app)
      throws IOException {
    return open(engine, store, content -> content.tables(app));
  }

  /**
   * The same with the outliers that are kept besides the sample, for questions about single runs.
   *
   * @throws IOException if a file cannot be read
   */
  public static Fleet openAll(QueryEngine engine, RunStore store, @Nullable String app)
      throws IOException {
    return open(engine, store, content -> content.tablesOfAll(app));
  }

  private interface Opening {
    List<Table> of(StoreContent content) throws IOException;
  }

  private static Fleet open(QueryEngine engine, RunStore store, Opening opening)
      throws IOException {
    try {
      StoreContent content = StoreContent.of(store);
      engine.open(opening.of(content));
      return new Fleet(engine, content);
    } catch (IOException | RuntimeException | Error e) {
      engine.close();
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
   * @throws IOException if the engine cannot be started
   */
  public boolean ask(String question, long most, Duration limit, Rows rows) throws IOException {
    return engine.select(question, most, limit, rows);
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
    engine.ask(
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
    engine.close();
  }
}
