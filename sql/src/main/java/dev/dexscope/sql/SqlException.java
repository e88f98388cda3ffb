package dev.dexscope.sql;

import java.time.Duration;

/** A question that has no answer, and why: {@code what, where; what to do}. */
public final class SqlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String details;

  private SqlException(String what, Object where, String advice, Throwable cause, String details) {
    super(what + ", " + where + "; " + advice, cause);
    this.details = details;
  }

  /** Something is wrong with DuckDB itself. */
  SqlException(String what, Object where, Throwable cause) {
    this(
        what,
        where,
        "install the tested version: dexscope sql install (" + DuckDb.VARIABLE + " unset)",
        cause,
        what + ": " + text(cause));
  }

  static SqlException refused(Throwable cause) {
    String text = text(cause);
    return new SqlException(
        "DuckDB refuses the question",
        text.lines().findFirst().orElse(""),
        "'describe calls' and 'describe tree' tell what can be asked",
        cause,
        text);
  }

  static SqlException late(Duration limit, Throwable cause) {
    String what = "no answer within " + limit.toSeconds() + " s";
    return new SqlException(what, "DuckDB", "ask for less", cause, what);
  }

  private static String text(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.toString() : message.strip();
  }

  /** What DuckDB has said, on several lines: it shows where in the question. */
  public String details() {
    return details;
  }
}
