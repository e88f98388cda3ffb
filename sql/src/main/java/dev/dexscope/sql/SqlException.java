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

  /** Something is wrong with the engine itself. */
  static SqlException unusable(EngineTitle engine, String what) {
    return new SqlException(what, engine.where(), engine.advice(), what, false);
  }

  static SqlException unusable(EngineTitle engine, String what, Throwable cause) {
    SqlException failure = unusable(engine, what);
    failure.initCause(cause);
    return failure;
  }

  static SqlException unusable(String what, Path jar) {
    return unusable(DuckDb.title(jar, 0), what);
  }

  static SqlException unusable(String what, Path jar, Throwable cause) {
    return unusable(DuckDb.title(jar, 0), what + ": " + text(cause), cause);
  }

  /** The engine's own words, on several lines. */
  static SqlException refused(EngineTitle engine, String words) {
    return new SqlException(
        engine.name() + " refuses the question",
        words.lines().findFirst().orElse(""),
        engine.hint(),
        words,
        true);
  }

  static SqlException late(EngineTitle engine, Duration limit) {
    return ended(engine, "no answer within " + limit.toSeconds() + " s");
  }

  static SqlException tooLarge(EngineTitle engine) {
    return ended(engine, "no answer within " + (engine.memory() >> 20) + " MB of memory");
  }

  private static SqlException ended(EngineTitle engine, String what) {
    return new SqlException(what, engine.name(), "query less", what, false);
  }

  private static String text(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.toString() : message.strip();
  }

  /** Whether the engine has refused it, and can go on. */
  boolean isRefusal() {
    return isRefusal;
  }

  /** The engine's message, on several lines: it shows where in the question. */
  public String details() {
    return details;
  }
}
