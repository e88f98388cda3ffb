package dev.dexscope.cli.terminal;

import java.util.function.UnaryOperator;

/** A failure that the user can act on, already in the words of the one-line error style. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  private CliException(ExitCode exitCode, String line) {
    super(line);
    this.exitCode = exitCode;
  }

  public static CliException usage(String what, String advice) {
    return new CliException(ExitCode.USAGE, what + "; " + advice);
  }

  /** What an option has is wrong: its parser's message says so. */
  public static CliException usage(RuntimeException of) {
    var exception = new CliException(ExitCode.USAGE, of.getMessage() + "");
    exception.initCause(of);
    return exception;
  }

  public static CliException badInput(String what, Object where, String advice) {
    return new CliException(ExitCode.BAD_INPUT, what + ", " + where + "; " + advice);
  }

  public static CliException environment(String what, Object where, String advice) {
    return new CliException(ExitCode.ENVIRONMENT, what + ", " + where + "; " + advice);
  }

  /** One of several steps failed. */
  public static CliException step(String step, Throwable cause) {
    Failure failure = Failure.of(cause);
    var exception = new CliException(failure.exitCode(), step + " failed: " + failure.line());
    exception.initCause(cause);
    return exception;
  }

  /** The same failure in other words: with names that the user knows. */
  public static CliException reworded(Throwable cause, UnaryOperator<String> words) {
    Failure failure = Failure.of(cause);
    var exception = new CliException(failure.exitCode(), words.apply(failure.line()));
    exception.initCause(cause);
    return exception;
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
