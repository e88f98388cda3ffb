import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** A table of a hundred rows. */
class Main {
  public static void main(String[] names) throws Exception {
    Class.forName("org.sqlite.JDBC");
    try (Connection c = DriverManager.getConnection("jdbc:sqlite::memory:"); Statement s = c.createStatement()) {
      s.executeUpdate("create table t (n integer, text text)");
      for (int i = 1; i <= 100; i++) {
        s.executeUpdate("insert into t values (" + i + ", 'row " + i + "')");
      }
      try (ResultSet r = s.executeQuery("select sum(n), max(length(text)), sqlite_version() from t where n > 50")) {
        r.next();
        System.out.println(r.getInt(1) + " " + r.getInt(2) + " " + r.getString(3));
      }
      try {
        s.executeQuery("select a from nowhere");
      } catch (java.sql.SQLException e) {
        System.out.println(e.getMessage().contains("no such table"));
      }
    }
  }
}
