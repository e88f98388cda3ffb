package dev.dexscope.sql;

import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.profile.Parquet;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The calls and call paths of a trace as tables {@code calls} and {@code tree} (docs/sql.md), to be
 * asked in SQL. What is asked can neither read nor write other files, nor reach the network.
 *
 * <pre>{@code
 * try (var database = TraceDatabase.of(DuckDb.require(), view)) {
 *   database.ask("select method, sum(self_wall) from calls group by all", 1000, limit, rows);
 * }
 * }</pre>
 *
 * <p>Questions are answered one at a time.
 */
public final class TraceDatabase implements Closeable {
  /** Of DuckDB's process; half of it is for DuckDB, and what does not fit goes to a file. */
  static final long MEMORY = 2L << 30;

  private final TemporaryFolder temporary;
  private final TableDatabase database;

  private TraceDatabase(TemporaryFolder temporary, TableDatabase database) {
    this.temporary = temporary;
    this.database = database;
  }

  /**
   * Writes the tables into temporary files, which takes as long as reading the trace, and opens.
   */
  public static TraceDatabase of(DuckDb duck, View view) throws IOException {
    return of(duck, view, MEMORY);
  }

  static TraceDatabase of(DuckDb duck, View view, long memory) throws IOException {
    var temporary = TemporaryFolder.make();
    TraceDatabase database;
    try {
      // It starts while the tables are written.
      database = new TraceDatabase(temporary, TableDatabase.start(duck, memory));
    } catch (IOException | RuntimeException | Error e) {
      temporary.close();
      throw e;
    }
    try {
      Parquet.write(view, temporary.path());
      database.database.open(List.of(database.table("calls"), database.table("tree")));
      return database;
    } catch (IOException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private Table table(String name) {
    Path file = temporary.path().resolve(name + ".parquet");
    return Table.of(name, List.of(file));
  }

  /**
   * Asks a question, as {@link TableDatabase#ask} does.
   *
   * @param most how many rows are taken
   * @param limit how long it may take
   * @return whether these were all rows
   * @throws SqlException when DuckDB refuses it, or has no answer in time or within its memory
   */
  public boolean ask(String question, long most, Duration limit, Rows rows) throws IOException {
    return database.ask(question, most, limit, rows);
  }

  /** Ends the question that another thread has asked, which fails. */
  public void cancel() {
    database.cancel();
  }

  @Override
  public void close() throws IOException {
    database.close();
    temporary.close();
  }
}
