package dev.dexscope.cli.traces;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.TraceDatabase;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope sql}: what a trace answers to a question in SQL. */
@Command(
    name = "sql",
    description = "Queries a trace in SQL: its calls and call paths are tables of DuckDB.",
    footer = {
      "",
      "Tables: calls, a row for each call, and tree, a row for each call path; times are nanoseconds.",
      "Queries can neither read nor write files. DuckDB is not part of dexscope: 'install'",
      "downloads one version with Maven, 80 MB, once. See docs/sql.md.",
      "",
      "Examples:",
      "  dexscope sql install",
      "  dexscope sql app.trace 'describe calls'",
      "  dexscope sql app.trace 'select method, count(*), max(wall) from calls group by 1 order by 3 desc'",
      "  dexscope sql app.trace --file question.sql --csv > answer.csv",
    })
public final class SqlCommand implements Callable<Integer> {
  private static final String INSTALL = "install";
  private static final long SHOWN = 1000;

  /** The form of results. */
  enum Form {
    TABLE,
    JSON,
    CSV
  }

  @Parameters(index = "0", paramLabel = "TRACE", description = "A method trace; or: install.")
  String trace = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "QUESTION",
      description = "In DuckDB's SQL.")
  @Nullable String question;

  @Option(names = "--file", paramLabel = "FILE", description = "Read the query from a file.")
  @Nullable Path file;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "The number of rows to print at most; default 1000 in a table, else all.")
  @Nullable Long rows;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "The time limit of the query; default ${DEFAULT-VALUE}.")
  long timeout = 600;

  @Option(names = "--json", description = "Print JSON, an object for each row.")
  boolean json;

  @Option(names = "--csv", description = "Print comma-separated values.")
  boolean csv;

  @Option(
      names = "--from",
      paramLabel = "JAR",
      description = "With install: take this file instead of letting Maven get it.")
  @Nullable Path from;

  @Mixin TraceInput input = new TraceInput();

  private final Terminal terminal;

  public SqlCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (trace.equals(INSTALL) && question == null && file == null) {
      terminal.tellInstalled(DuckDb.install(from), DuckDb.LICENCE);
      return ExitCode.DONE.code();
    }
    String asked = question();
    if (json && csv) {
      throw CliException.usage("--json and --csv", "name one of them");
    }
    if (timeout < 1 || (rows != null && rows < 1)) {
      throw CliException.usage("--timeout and --rows are 1 at least", "write a larger number");
    }
    DuckDb duck = DuckDb.require();
    Trace read = input.open(terminal, Path.of(trace));
    try (TraceDatabase database = tables(duck, read)) {
      answer(database, asked);
    }
    return ExitCode.DONE.code();
  }

  private String question() throws IOException {
    if ((question == null) == (file == null)) {
      throw CliException.usage(
          question == null ? "no question" : "two questions",
          "write a query in SQL after the trace, or specify its --file");
    }
    return question != null ? question : Files.readString(InputFile.check(file));
  }

  private TraceDatabase tables(DuckDb duck, Trace read) throws IOException {
    try (var progress = new Progress(terminal, "making tables of " + trace, 0)) {
      progress.at(0);
      return TraceDatabase.of(duck, View.of(read, Filter.ALL));
    }
  }

  private void answer(TraceDatabase database, String asked) throws IOException {
    Form form = json ? Form.JSON : csv ? Form.CSV : Form.TABLE;
    long most = rows != null ? rows : form == Form.TABLE ? SHOWN : Long.MAX_VALUE;
    try (var printed = AnswerPrinter.of(form, terminal)) {
      if (!database.ask(asked, most, Duration.ofSeconds(timeout), printed)) {
        terminal
            .err()
            .println(
                String.format(
                    Locale.ROOT, "dexscope: there are more than %,d rows; see --rows", most));
      }
    }
  }
}
