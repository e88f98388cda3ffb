package dev.dexscope.sql;

import java.nio.file.Path;
import java.time.Duration;

/** A question that has no answer, and why: {@code what, where; what to do}. */
public final class SqlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String details;
  private final boolean isRefusal;

  private SqlException(
      String what, Object where, String advice, String details, boolean isRefusal) {
    super(what + ", " + where + "; " + advice);
    this.details = details;
    this.isRefusal = isRefusal;
  }

  /** Something is wrong with DuckDB itself. */
  static SqlException unusable(String what, Path jar) {
    return new SqlException(
        what,
        jar,
        "install the tested version: dexscope sql install (" + DuckDb.VARIABLE + " unset)",
        what,
        false);
  }

  static SqlException unusable(String what, Path jar, Throwable cause) {
    SqlException failure = unusable(what + ": " + text(cause), jar);
    failure.initCause(cause);
    return failure;
  }

  /** DuckDB's own words, on several lines. */
  static SqlException refused(String words) {
    return new SqlException(
        "DuckDB refuses the question",
        words.lines().findFirst().orElse(""),
        "'describe' and the name of a table lists its columns",
        words,
        true);
  }

  static SqlException late(Duration limit) {
    return ended("no answer within " + limit.toSeconds() + " s");
  }

  static SqlException tooLarge(long memory) {
    return ended("no answer within " + (memory >> 20) + " MB of memory");
  }

  private static SqlException ended(String what) {
    return new SqlException(what, "DuckDB", "query less", what, false);
  }

  private static String text(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.toString() : message.strip();
  }

  /** Whether DuckDB has refused it, and can go on. */
  boolean isRefusal() {
    return isRefusal;
  }

  /** What DuckDB has said, on several lines: it shows where in the question. */
  public String details() {
    return details;
  }
}
