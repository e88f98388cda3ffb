package dev.dexscope.sql;

import dev.dexscope.base.files.TemporaryFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tables of Parquet files, to be queried in SQL. DuckDB can reach the named files, and neither
 * other files nor the network.
 *
 * <pre>{@code
 * var calls = TableDatabase.Table.of("calls", List.of(file));
 * try (var database = TableDatabase.start(DuckDb.require(), 2L << 30)) {
 *   database.open(List.of(calls), List.of());
 *   database.ask("select count(*) from calls", 1, limit, rows);
 * }
 * }</pre>
 *
 * <p>Questions are answered one at a time.
 */
public final class TableDatabase implements Closeable {
  private final DuckDb duck;
  private final TemporaryFolder temporary;
  private final long memory;
  private String setup = "";
  private @Nullable Engine engine;

  /** While a question is answered. */
  private volatile @Nullable Engine working;

  /**
   * A table, or a view of some.
   *
   * @param query its rows; it may name the tables before it
   * @param files the files that the query reads
   */
  public record Table(String name, String query, List<Path> files) {
    public Table {
      files = List.copyOf(files);
    }

    /** All rows of files of equal columns. */
    public static Table of(String name, List<Path> files) {
      return new Table(name, rowsOf(files), files);
    }

    /** The query for all rows of files of equal columns. */
    public static String rowsOf(List<Path> files) {
      return "select * from read_parquet(" + list(files) + ", hive_partitioning = false)";
    }
  }

  private TableDatabase(DuckDb duck, TemporaryFolder temporary, long memory) {
    this.duck = duck;
    this.temporary = temporary;
    this.memory = memory;
  }

  /**
   * Starts DuckDB's process, which takes some time: the files may be written meanwhile.
   *
   * @param memory of the process; half of it is for DuckDB, and what does not fit goes to a file
   * @throws IOException if it cannot be started
   */
  public static TableDatabase start(DuckDb duck, long memory) throws IOException {
    var database = new TableDatabase(duck, TemporaryFolder.make(), memory);
    try {
      database.engine = Engine.start(duck, database.temporary.path(), memory);
      return database;
    } catch (IOException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  /**
   * Opens the tables.
   *
   * @param outputs files that questions may write
   * @throws SqlException when DuckDB does not start, or cannot read the tables
   */
  public synchronized void open(List<Table> tables, List<Path> outputs) {
    List<Path> reachable = new ArrayList<>(outputs);
    tables.forEach(each -> reachable.addAll(each.files()));
    List<String> statements = new ArrayList<>();
    // The rest is for what DuckDB does not count, and for Java.
    statements.add("set memory_limit = '" + (memory >> 21) + "MiB'");
    statements.add("set threads = " + Runtime.getRuntime().availableProcessors());
    statements.add("set temp_directory = " + quoted(temporary.path()));
    statements.add("set allowed_paths = " + list(reachable));
    statements.add("set autoinstall_known_extensions = false");
    statements.add("set autoload_known_extensions = false");
    statements.add("set enable_external_access = false");
    tables.forEach(each -> statements.add("create view " + each.name() + " as " + each.query()));
    statements.add("set lock_configuration = true");
    setup = String.join(";\n", statements);
    if (engine != null) {
      engine.open(setup);
    }
  }

  private static String list(List<Path> files) {
    return files.stream().map(TableDatabase::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }

  /**
   * Asks a question, or several with {@code ;} between them, of which the last is answered. Tables
   * that questions have made are there for others, until one takes too much time or memory: then
   * all begins anew with the tables of the files.
   *
   * @param most how many rows are taken
   * @param limit how long it may take
   * @return whether these were all rows
   * @throws SqlException when DuckDB refuses it, or has no answer in time or within its memory
   * @throws IOException if DuckDB's process cannot be started
   */
  public synchronized boolean ask(String question, long most, Duration limit, Rows rows)
      throws IOException {
    if (question.isBlank()) {
      throw SqlException.refused("the question is empty");
    }
    Engine ready = engine;
    if (ready == null) {
      ready = Engine.start(duck, temporary.path(), memory);
      ready.open(setup);
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
  public synchronized void close() {
    if (engine != null) {
      engine.close();
    }
    temporary.close();
  }
}
