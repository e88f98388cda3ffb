package dev.dexscope.sql;

import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.process.JavaVm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
 * var calls = Table.of("calls", List.of(file));
 * try (var database = TableDatabase.start(DuckDb.require(), 2L << 30)) {
 *   database.open(List.of(calls));
 *   database.ask("select count(*) from calls", 1, limit, rows);
 * }
 * }</pre>
 *
 * <p>Questions are answered one at a time.
 */
public final class TableDatabase implements QueryEngine {
  private static final String HEAP = "-Xmx256m";

  /** Files of thousands of runs are opened in seconds. */
  private static final Duration OPENING = Duration.ofHours(1);

  private static final long MOST_ON_DISK = 64L << 30;

  private final DuckDb duck;
  private final TemporaryFolder temporary;
  private final long memory;
  private String setup = "";
  private @Nullable Engine engine;

  /** While a question is answered. */
  private volatile @Nullable Engine working;

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
      database.engine = database.engine();
      return database;
    } catch (IOException | RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private Engine engine() throws IOException {
    var command =
        List.of(
            JavaVm.program(),
            HEAP,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xlog:disable",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + temporary.path(),
            "-cp",
            System.getProperty("java.class.path"),
            EngineMain.class.getName(),
            duck.jar().toString(),
            Long.toString(memory));
    var builder = new ProcessBuilder(command);
    // What the Java VM prints of its end is no answer, and means nothing to users.
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return Engine.start(builder, DuckDb.title(duck.jar(), memory), () -> "");
  }

  @Override
  public void open(List<Table> tables) {
    open(tables, List.of());
  }

  /**
   * Opens the tables.
   *
   * @param outputs files that questions may write
   * @throws SqlException when DuckDB does not start, or cannot read the tables
   */
  public synchronized void open(List<Table> tables, List<Path> outputs) {
    List<Path> reachable = new ArrayList<>(outputs);
    tables.forEach(table -> table.files().forEach(each -> reachable.addAll(each.paths())));
    List<String> statements = new ArrayList<>();
    // The rest is for what DuckDB does not count, and for Java.
    statements.add("set memory_limit = '" + (memory >> 21) + "MiB'");
    statements.add("set threads = " + Runtime.getRuntime().availableProcessors());
    statements.add("set temp_directory = " + quoted(temporary.path()));
    statements.add("set max_temp_directory_size = '" + (diskBytes() >> 20) + "MiB'");
    statements.add("set allowed_paths = " + list(reachable));
    statements.add("set autoinstall_known_extensions = false");
    statements.add("set autoload_known_extensions = false");
    statements.add("set enable_external_access = false");
    tables.forEach(each -> statements.add(view(each)));
    statements.add("set lock_configuration = true");
    setup = String.join(";\n", statements);
    if (engine != null) {
      engine.open(setup, OPENING);
    }
  }

  /** Half of what is free: DuckDB's own limit is nine tenths, and others write to the disk, too. */
  private long diskBytes() {
    try {
      return Math.min(MOST_ON_DISK, Files.getFileStore(temporary.path()).getUsableSpace() / 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files have names within the view only: a user sees the tables. */
  private static String view(Table table) {
    String begin = "create view " + table.name() + " as ";
    if (table.files().isEmpty()) {
      return begin + table.query();
    }
    return table.files().stream()
        .map(each ->
            each.name()
                + " as not materialized (select * from read_parquet("
                + list(each.paths())
                + ", hive_partitioning = false))")
        .collect(Collectors.joining(", ", begin + "with ", " " + table.query()));
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
  @Override
  public synchronized boolean ask(String question, long most, Duration limit, Rows rows)
      throws IOException {
    if (question.isBlank()) {
      throw SqlException.refused(DuckDb.title(duck.jar(), memory), "the question is empty");
    }
    Engine ready = engine;
    if (ready == null) {
      ready = engine();
      ready.open(setup, OPENING);
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

  @Override
  public boolean select(String question, long most, Duration limit, Rows rows) throws IOException {
    // As a text it can only be one that selects: the tables' files could be written else.
    String text = question.strip().replaceAll(";+$", "").replace("'", "''");
    return ask("from query('" + text + "')", most, limit, rows);
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
