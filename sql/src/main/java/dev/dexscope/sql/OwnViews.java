package dev.dexscope.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The views that a database has when it is opened. Questions may make tables, and with the same
 * statements they could drop or replace these, or leave a transaction open: the next question finds
 * them as they were.
 */
final class OwnViews {
  private static final String VIEWS =
      "select view_name, sql from duckdb_views() where not internal and schema_name = 'main'";

  private final Connection connection;
  private final Map<String, String> sql;

  private OwnViews(Connection connection, Map<String, String> sql) {
    this.connection = connection;
    this.sql = sql;
  }

  static OwnViews of(Connection connection) throws SQLException {
    return new OwnViews(connection, views(connection));
  }

  private static Map<String, String> views(Connection connection) throws SQLException {
    Map<String, String> views = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(VIEWS)) {
      while (rows.next()) {
        views.put(rows.getString(1), rows.getString(2));
      }
    }
    return views;
  }

  /** Makes again what is not as it was. */
  void restore() throws SQLException {
    attempt("rollback");
    execute("use memory.main");
    Map<String, String> now = views(connection);
    for (Map.Entry<String, String> each : sql.entrySet()) {
      if (!each.getValue().equals(now.get(each.getKey()))) {
        attempt("drop table " + each.getKey());
        attempt("drop view " + each.getKey());
        execute(each.getValue());
      }
    }
  }

  private void attempt(String what) {
    try {
      execute(what);
    } catch (SQLException e) {
      // There is nothing to end or to drop.
    }
  }

  /** A statement that has failed is closed. */
  private void execute(String what) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(what);
    }
  }
}
