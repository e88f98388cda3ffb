package dev.dexscope.sql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.SynchronousQueue;

/**
 * Runs DuckDB for {@link Engine}: reads questions from its standard input, answers on its standard
 * output ({@link Message}). It ends with the process that queries it, also in the middle of a
 * question, and when it takes more memory than it may: DuckDB's own limit does not count all that
 * an expression allocates.
 */
final class EngineMain {
  /** The exit code of a process that has taken too much memory. */
  static final int TOO_MUCH_MEMORY = 9;

  /** Of a process whose questions have come to their end. */
  private static final int ALONE = 1;

  private static final int PAGE = 4096;
  private static final int LOOK_EACH_MILLIS = 20;

  /** The first one opens the tables. */
  private record Question(String text, long most) {}

  private EngineMain() {}

  /**
   * Begins.
   *
   * @param args DuckDB's jar, the most memory
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    var out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    System.setOut(System.err);
    var questions = new SynchronousQueue<Question>();
    Thread.ofPlatform().daemon().start(() -> read(questions));
    long most = Long.parseLong(args[1]);
    Thread.ofPlatform().daemon().start(() -> watch(most));
    try (Driver driver = Driver.of(new DuckDb(Path.of(args[0])));
        Connection connection = driver.connect()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(questions.take().text);
      }
      Message.READY.write(out);
      while (true) {
        out.flush();
        answer(connection, questions.take(), out);
      }
    } catch (SqlException e) {
      Message.writeFailure(out, e.details());
    } catch (SQLException e) {
      Message.writeFailure(out, String.valueOf(e.getMessage()));
    }
    out.flush();
  }

  private static void read(SynchronousQueue<Question> questions) {
    try (var in = new DataInputStream(new BufferedInputStream(System.in))) {
      while (true) {
        byte[] text = in.readNBytes(in.readInt());
        questions.put(new Question(new String(text, StandardCharsets.UTF_8), in.readLong()));
      }
    } catch (IOException | InterruptedException e) {
      Runtime.getRuntime().halt(ALONE);
    }
  }

  private static void watch(long most) {
    Path figures = Path.of("/proc/self/statm");
    try {
      while (Files.isReadable(figures)) {
        String[] pages = Files.readString(figures).split(" ");
        if (Long.parseLong(pages[1]) * PAGE > most) {
          Runtime.getRuntime().halt(TOO_MUCH_MEMORY);
        }
        Thread.sleep(LOOK_EACH_MILLIS);
      }
    } catch (IOException | InterruptedException e) {
      // DuckDB's own limit is left.
    }
  }

  private static void answer(Connection connection, Question question, DataOutputStream out)
      throws IOException {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(question.text)) {
        Message.writeColumns(out, List.of());
        Message.END.write(out);
        return;
      }
      try (ResultSet answer = statement.getResultSet()) {
        boolean isWhole = copy(answer, question.most, out);
        (isWhole ? Message.END : Message.MORE).write(out);
      }
    } catch (SQLException e) {
      Message.writeFailure(out, String.valueOf(e.getMessage()).strip());
    } catch (OutOfMemoryError e) {
      Message.writeFailure(out, "a value is too large for the memory that a question has");
    }
  }

  private static boolean copy(ResultSet answer, long most, DataOutputStream out)
      throws SQLException, IOException {
    ResultSetMetaData known = answer.getMetaData();
    var columns = new Rows.Column[known.getColumnCount()];
    for (int i = 0; i < columns.length; i++) {
      String type = known.getColumnTypeName(i + 1);
      boolean isNumber = Cell.isNumber(known.getColumnType(i + 1), type);
      columns[i] = new Rows.Column(known.getColumnLabel(i + 1), type, isNumber);
    }
    Message.writeColumns(out, List.of(columns));
    for (long row = 0; answer.next(); row++) {
      if (row == most) {
        return false;
      }
      Message.ROW.write(out);
      for (int i = 1; i <= columns.length; i++) {
        Cell.write(Cell.of(answer.getObject(i)), out);
      }
    }
    return true;
  }
}
