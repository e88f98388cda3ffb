package dev.dexscope.sql;

import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.profile.Parquet;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The calls and call paths of a trace as tables {@code calls} and {@code tree} (docs/sql.md), to be
 * asked in SQL. What is asked can neither read nor write files, nor reach the network.
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

  private final DuckDb duck;
  private final TemporaryFolder temporary;
  private final Path folder;
  private final long memory;
  private @Nullable Engine engine;

  /** While a question is answered. */
  private volatile @Nullable Engine working;

  private TraceDatabase(DuckDb duck, TemporaryFolder temporary, long memory) {
    this.duck = duck;
    this.temporary = temporary;
    this.folder = temporary.path();
    this.memory = memory;
  }

  /**
   * Writes the tables into temporary files, which takes as long as reading the trace, and opens.
   */
  public static TraceDatabase of(DuckDb duck, View view) throws IOException {
    return of(duck, view, MEMORY);
  }

  static TraceDatabase of(DuckDb duck, View view, long memory) throws IOException {
    var database = new TraceDatabase(duck, TemporaryFolder.make(), memory);
    try {
      // It starts while the tables are written.
      Engine engine = database.start();
      Parquet.write(view, database.folder);
      engine.open();
      return database;
    } catch (IOException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private Engine start() throws IOException {
    Path work = folder.resolve("temporary");
    OutputFolder.delete(work);
    Files.createDirectory(work);
    Engine started = Engine.start(duck, folder, work, memory);
    engine = started;
    return started;
  }

  /**
   * Asks a question, or several with {@code ;} between them, of which the last is answered. Tables
   * that questions have made are there for others, until one takes too much time or memory: then
   * all begins anew with the tables of the trace.
   *
   * @param most how many rows are taken
   * @param limit how long it may take
   * @return whether these were all rows
   * @throws SqlException when DuckDB refuses it, or has no answer in time or within its memory
   */
  public synchronized boolean ask(String question, long most, Duration limit, Rows rows)
      throws IOException {
    if (question.isBlank()) {
      throw SqlException.refused("the question is empty");
    }
    Engine ready = engine;
    if (ready == null) {
      ready = start();
      ready.open();
    }
    // Unless it ends well, or is refused, what is left of the answer may still be on its way.
    engine = null;
    working = ready;
    try {
      boolean isWhole = ready.ask(question, most, limit, rows);
      engine = ready;
      return isWhole;
    } catch (SqlException e) {
      engine = e.isRefusal() ? ready : null;
      throw e;
    } finally {
      working = null;
      if (engine == null) {
        ready.close();
      }
    }
  }

  /** Ends the question that another thread has asked, which fails. */
  public void cancel() {
    Engine asked = working;
    if (asked != null) {
      asked.close();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (engine != null) {
      engine.close();
    }
    temporary.close();
  }
}
