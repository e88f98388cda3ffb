package dev.dexscope.sql;

import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.sql.Rows.Column;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.profile.Parquet;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  /** What does not fit goes to a temporary file. */
  private static final String MEMORY = "1GB";

  private final Path folder;
  private final Driver driver;
  private final Connection connection;

  /** Temporary files outlive the process otherwise, which Ctrl-C ends. */
  private final Thread atExit = new Thread(this::forget);

  private TraceDatabase(Path folder, Driver driver, Connection connection) {
    this.folder = folder;
    this.driver = driver;
    this.connection = connection;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Writes the tables into temporary files, which takes as long as reading the trace, and opens.
   */
  public static TraceDatabase of(DuckDb duck, View view) throws IOException {
    Driver driver = Driver.of(duck);
    Path folder = Files.createTempDirectory("dexscope-sql");
    TraceDatabase database;
    try {
      database = new TraceDatabase(folder, driver, driver.connect());
    } catch (RuntimeException | Error e) {
      driver.close();
      Files.delete(folder);
      throw e;
    }
    try {
      Parquet.write(view, folder);
      database.prepare(duck);
      return database;
    } catch (IOException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private void prepare(DuckDb duck) {
    String place = folder.toString().replace("'", "''");
    List<String> statements =
        List.of(
            "set memory_limit = '" + MEMORY + "'",
            "set threads = " + Runtime.getRuntime().availableProcessors(),
            "set temp_directory = '" + place + "/spilled'",
            "set allowed_paths = ['" + place + "/calls.parquet', '" + place + "/tree.parquet']",
            "set autoinstall_known_extensions = false",
            "set autoload_known_extensions = false",
            "set enable_external_access = false",
            "create view calls as from read_parquet('" + place + "/calls.parquet')",
            "create view tree as from read_parquet('" + place + "/tree.parquet')",
            "set lock_configuration = true");
    try (Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    } catch (SQLException e) {
      throw new SqlException(
          "this version of DuckDB does not do what is asked of it", duck.jar(), e);
    }
  }

  /**
   * Asks a question, or several with {@code ;} between them, of which the last is answered.
   *
   * @param most how many rows are taken
   * @param limit how long it may take
   * @return whether these were all rows
   * @throws SqlException when DuckDB refuses it, or is not ready in time
   */
  public synchronized boolean ask(String question, long most, Duration limit, Rows rows)
      throws IOException {
    try (Statement statement = connection.createStatement();
        var deadline = new Deadline(statement, limit)) {
      try {
        if (!statement.execute(question)) {
          rows.columns(List.of());
          return true;
        }
        try (ResultSet answer = statement.getResultSet()) {
          return copy(answer, most, rows);
        }
      } catch (SQLException e) {
        throw deadline.isOver() ? SqlException.late(limit, e) : SqlException.refused(e);
      }
    } catch (SQLException e) {
      throw SqlException.refused(e);
    }
  }

  private static boolean copy(ResultSet answer, long most, Rows rows)
      throws SQLException, IOException {
    ResultSetMetaData known = answer.getMetaData();
    List<Column> columns = new ArrayList<>();
    for (int i = 1; i <= known.getColumnCount(); i++) {
      String type = known.getColumnTypeName(i);
      columns.add(
          new Column(known.getColumnLabel(i), type, Cell.isNumber(known.getColumnType(i), type)));
    }
    rows.columns(columns);
    List<@Nullable Object> cells = new ArrayList<>();
    for (long row = 0; answer.next(); row++) {
      if (row == most) {
        return false;
      }
      cells.clear();
      for (int i = 1; i <= columns.size(); i++) {
        cells.add(Cell.of(answer.getObject(i)));
      }
      rows.row(cells);
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(atExit);
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException("DuckDB does not end: " + e.getMessage(), e);
    } finally {
      driver.close();
      OutputFolder.delete(folder);
    }
  }

  private void forget() {
    try {
      OutputFolder.delete(folder);
    } catch (IOException e) {
      // The system empties its folder of temporary files in its own time.
    }
  }
}
