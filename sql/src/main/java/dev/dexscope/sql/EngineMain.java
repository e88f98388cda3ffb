package dev.dexscope.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs DuckDB for {@link Engine}. The process ends when it takes more memory than it may: DuckDB's
 * own limit does not count all that an expression allocates.
 */
final class EngineMain {
  /** The exit code of a process that has taken too much memory. */
  static final int TOO_MUCH_MEMORY = 9;

  private static final int PAGE = 4096;
  private static final int LOOK_EACH_MILLIS = 20;

  private EngineMain() {}

  /**
   * Begins.
   *
   * @param args DuckDB's jar, the most memory
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    EngineEnd end = EngineEnd.open();
    long most = Long.parseLong(args[1]);
    Thread.ofPlatform().daemon().start(() -> watch(most));
    try (Driver driver = Driver.of(new DuckDb(Path.of(args[0])));
        Connection connection = driver.connect()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(end.next().text());
      }
      OwnViews views = OwnViews.of(connection);
      end.ready();
      while (true) {
        answer(connection, end.next(), end);
        views.restore();
      }
    } catch (SqlException e) {
      end.fail(e.details());
    } catch (SQLException e) {
      end.fail(String.valueOf(e.getMessage()));
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

  private static void answer(Connection connection, EngineEnd.Question question, EngineEnd end)
      throws IOException {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(question.text())) {
        end.columns(List.of());
        end.end(true);
        return;
      }
      try (ResultSet answer = statement.getResultSet()) {
        end.end(copy(answer, question.most(), end));
      }
    } catch (SQLException e) {
      end.fail(String.valueOf(e.getMessage()).strip());
    } catch (OutOfMemoryError e) {
      end.fail("a value is too large for the memory that a question has");
    }
  }

  private static boolean copy(ResultSet answer, long most, EngineEnd end)
      throws SQLException, IOException {
    ResultSetMetaData known = answer.getMetaData();
    var columns = new Rows.Column[known.getColumnCount()];
    for (int i = 0; i < columns.length; i++) {
      String type = known.getColumnTypeName(i + 1);
      boolean isNumber = Cell.isNumber(known.getColumnType(i + 1), type);
      columns[i] = new Rows.Column(known.getColumnLabel(i + 1), type, isNumber);
    }
    end.columns(List.of(columns));
    @Nullable Object[] values = new Object[columns.length];
    for (long row = 0; answer.next(); row++) {
      if (row == most) {
        return false;
      }
      for (int i = 0; i < values.length; i++) {
        values[i] = answer.getObject(i + 1);
      }
      end.row(values);
    }
    return true;
  }
}
