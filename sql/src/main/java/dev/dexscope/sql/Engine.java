package dev.dexscope.sql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process that runs DuckDB; its other end is {@link EngineMain}. It is ended where a question
 * takes too long or too much memory: not every expression of DuckDB's heeds a request to stop, and
 * not all memory counts towards its limit.
 */
final class Engine implements Closeable {
  private static final String HEAP = "-Xmx256m";
  private static final int SECONDS_TO_END = 10;

  private final DuckDb duck;
  private final long memory;
  private final Process process;
  private final DataOutputStream questions;
  private final DataInputStream answers;
  private volatile @Nullable Duration exceeded;

  private Engine(DuckDb duck, long memory, Process process) {
    this.duck = duck;
    this.memory = memory;
    this.process = process;
    this.questions = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  /**
   * Starts one.
   *
   * @param temporary a folder for its files, which its end leaves there
   * @param memory the most that it may take, in bytes
   */
  static Engine start(DuckDb duck, Path temporary, long memory) throws IOException {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            HEAP,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xlog:disable",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            EngineMain.class.getName(),
            duck.jar().toString(),
            Long.toString(memory));
    var builder = new ProcessBuilder(command);
    // What the Java VM prints of its end is no answer, and means nothing to users.
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return new Engine(duck, memory, builder.start());
  }

  /**
   * Opens the tables.
   *
   * @param setup the statements that do so, and lock DuckDB's settings
   * @throws SqlException when DuckDB does not start
   */
  void open(String setup) {
    send(setup, 0);
    if (message() == Message.FAILURE) {
      throw SqlException.unusable(String.valueOf(read(Cell::read)), duck.jar());
    }
  }

  /**
   * Queries it. Where this throws, but for a refusal of DuckDB's, the process is of no more use.
   *
   * @return whether these were all rows
   * @throws SqlException when DuckDB refuses the question, or has been ended over it
   */
  boolean ask(String question, long most, Duration limit, Rows rows) throws IOException {
    Thread clock = Thread.startVirtualThread(() -> endAfter(limit));
    try {
      send(question, most);
      return copy(rows);
    } finally {
      clock.interrupt();
    }
  }

  private void endAfter(Duration limit) {
    try {
      Thread.sleep(limit);
      exceeded = limit;
      close();
    } catch (InterruptedException e) {
      // It was answered in time.
    }
  }

  private void send(String question, long most) {
    try {
      byte[] text = question.getBytes(StandardCharsets.UTF_8);
      questions.writeInt(text.length);
      questions.write(text);
      questions.writeLong(most);
      questions.flush();
    } catch (IOException e) {
      // It has ended: what it has left as an answer, or its exit code, says why.
    }
  }

  private boolean copy(Rows rows) throws IOException {
    int columns = 0;
    while (true) {
      switch (message()) {
        case COLUMNS -> {
          List<Rows.Column> all = Objects.requireNonNull(read(Message::readColumns));
          columns = all.size();
          rows.columns(all);
        }
        case ROW -> rows.row(row(columns));
        case END, READY -> {
          return true;
        }
        case MORE -> {
          return false;
        }
        case FAILURE -> throw SqlException.refused(String.valueOf(read(Cell::read)));
      }
    }
  }

  private List<@Nullable Object> row(int columns) {
    List<@Nullable Object> cells = new ArrayList<>(columns);
    for (int i = 0; i < columns; i++) {
      cells.add(read(Cell::read));
    }
    return cells;
  }

  private Message message() {
    return Objects.requireNonNull(read(Message::read));
  }

  @FunctionalInterface
  private interface Part<T> {
    @Nullable T read(DataInputStream in) throws IOException;
  }

  private <T> @Nullable T read(Part<T> part) {
    try {
      return part.read(answers);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** Why the process answers no more. */
  private SqlException ended(IOException cause) {
    Duration limit = exceeded;
    if (limit != null) {
      return SqlException.late(limit);
    }
    int exitCode = exitCode();
    return exitCode == EngineMain.TOO_MUCH_MEMORY
        ? SqlException.tooLarge(memory)
        : SqlException.unusable("DuckDB has ended with " + exitCode, duck.jar(), cause);
  }

  private int exitCode() {
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        close();
      }
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
