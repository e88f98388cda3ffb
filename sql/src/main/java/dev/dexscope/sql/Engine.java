package dev.dexscope.sql;

import dev.dexscope.base.process.Blocking;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A process that runs an engine; its other end is {@link EngineEnd}. It is ended where a question
 * takes too long or too much memory: not every expression of DuckDB's heeds a request to stop, and
 * not all memory counts towards its limit.
 */
final class Engine implements Closeable {
  private static final int SECONDS_TO_END = 10;

  private final EngineTitle title;
  private final Process process;
  private final Supplier<String> lastWords;
  private final DataOutputStream questions;
  private final DataInputStream answers;
  private volatile @Nullable Duration exceeded;

  private Engine(EngineTitle title, Process process, Supplier<String> lastWords) {
    this.title = title;
    this.process = process;
    this.lastWords = lastWords;
    this.questions = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  /**
   * Starts one.
   *
   * @param builder the process, whose program answers by {@link EngineEnd}
   * @param lastWords why the process has ended, if it has printed that; empty otherwise
   */
  static Engine start(ProcessBuilder builder, EngineTitle title, Supplier<String> lastWords)
      throws IOException {
    return new Engine(title, builder.start(), lastWords);
  }

  /**
   * Opens the tables.
   *
   * @param setup the first question, which describes them
   * @throws SqlException when the engine does not start, or not in time
   */
  void open(String setup, Duration limit) {
    try {
      within(
          limit,
          () -> {
            send(setup, 0);
            if (message() == Message.FAILURE) {
              throw SqlException.unusable(title, String.valueOf(read(Cell::read)));
            }
            return true;
          });
    } catch (IOException e) {
      throw SqlException.unusable(title, "the question was interrupted", e);
    }
  }

  /**
   * Queries it. Where this throws, but for a refusal of DuckDB's, the process is of no more use.
   *
   * @return whether these were all rows
   * @throws SqlException when DuckDB refuses the question, or has been ended over it
   */
  boolean ask(String question, long most, Duration limit, Rows rows) throws IOException {
    return within(
        limit,
        () -> {
          send(question, most);
          return copy(rows);
        });
  }

  /** Does what waits for the process, which is ended at the limit. */
  private boolean within(Duration limit, Callable<Boolean> work) throws IOException {
    Thread clock = Blocking.startClock(() -> endAfter(limit));
    try {
      return Blocking.call(work);
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
        case FAILURE -> throw SqlException.refused(title, String.valueOf(read(Cell::read)));
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
      return SqlException.late(title, limit);
    }
    int exitCode = exitCode();
    return exitCode == EngineMain.TOO_MUCH_MEMORY
        ? SqlException.tooLarge(title)
        : SqlException.unusable(title, end(exitCode), cause);
  }

  private String end(int exitCode) {
    String words = lastWords.get();
    return title.name() + " has ended with " + exitCode + (words.isEmpty() ? "" : ": " + words);
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
