package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.StoreContent;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope fleet}: what the runs of a store show together. */
@Command(
    name = "fleet",
    description =
        "Compares versions over all runs of a store, and answers other questions about them.",
    footer = {
      "",
      "Questions: regressions (two versions, as 'diff' compares them), trend METHOD (all"
          + " versions),",
      "top (what takes the time), percentiles [METHOD], outliers (runs unlike their kind), startup"
          + " and",
      "frames (those of apps, by versions), alerts (what the rules of --rules find, each once),"
          + " sql",
      "QUERY.",
      "Runs that differ by --by, by their scenario or by the kind of trace are compared with each",
      "other only. Times are those of a run. DuckDB answers (dexscope sql install), or a cluster"
          + " of",
      "Apache Spark, with the same figures: docs/store.md.",
      "",
      "Exit codes: 1 above a limit, or a new alert; 5 the whole is above it, but that is not"
          + " proven,",
      "or a rule cannot be decided.",
      "",
      "Examples:",
      "  dexscope fleet regressions --store runs --app org.example --from 2.3 --to 2.4",
      "  dexscope fleet regressions --store runs --from 2.3 --to 2.4 --by device --fail-on 10%%",
      "  dexscope fleet regressions --store runs --from 2.3 --to 2.4 --html changes.html",
      "  dexscope fleet trend org.example.Cart.total --store runs --csv",
      "  dexscope fleet percentiles --store runs --by device,version",
      "  dexscope fleet startup --store runs --scenario start",
      "  dexscope fleet outliers --store runs --app-version 2.4",
      "  dexscope fleet top --store /shared/runs --engine spark://cluster:7077",
      "  dexscope fleet alerts --store runs --rules rules.json --webhook https://chat.example/hook",
      "  dexscope fleet sql 'select version, count(*) from runs group by 1' --store runs",
    })
public final class FleetCommand implements Callable<Integer> {
  private static final String VARIABLE = "DEXSCOPE_STORE";
  private static final long ROWS_SHOWN = 1000;

  @Parameters(
      index = "0",
      paramLabel = "QUESTION",
      description =
          "regressions, trend, top, percentiles, outliers, startup, frames, alerts or sql.")
  String question = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "METHOD",
      description = "A method, whose signature may be omitted; a query in the engine's SQL.")
  @Nullable String word;

  @Option(
      names = "--store",
      paramLabel = "FOLDER",
      description = "The store; default: $" + VARIABLE + ".")
  @Nullable Path folder;

  @Mixin FactOptions facts = new FactOptions();

  @Mixin FleetOptions options = new FleetOptions();

  @Mixin RegressionsQuestion regressions = new RegressionsQuestion();

  @Mixin AlertsQuestion alerts = new AlertsQuestion();

  @Mixin FleetEngineOptions engine = new FleetEngineOptions();

  @Option(
      names = "--raw",
      description = "Name methods with their descriptors, as the trace does: run(I)V.")
  boolean raw;

  @Option(names = "--json", description = "Print JSON; times are in nanoseconds.")
  boolean json;

  @Option(
      names = "--csv",
      description = "Print comma separated values, with the figures of --json.")
  boolean csv;

  private final Terminal terminal;

  public FleetCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    check();
    RunStore store = RunStore.open(place());
    if (question.equals("alerts")) {
      return alerts.answer(store, engine, options.owners, terminal, json).code();
    }
    String app = facts.app();
    if (app == null && !question.equals("sql")) {
      app = onlyApp(StoreContent.of(store));
      facts.run.app = app;
    }
    boolean isOfSingleRuns = question.equals("outliers");
    try (Fleet fleet =
        isOfSingleRuns
            ? Fleet.openAll(engine.start(), store, app)
            : Fleet.open(engine.start(), store, app)) {
      return answer(fleet).code();
    }
  }

  private void check() {
    Limits.checkRows(options.top);
    boolean takesWord =
        switch (question) {
          case "trend", "sql" -> {
            if (word == null) {
              throw CliException.usage(
                  "no " + (question.equals("sql") ? "query" : "method"),
                  "name it after " + question);
            }
            yield true;
          }
          case "percentiles" -> true;
          case "alerts" -> {
            alerts.check();
            yield false;
          }
          case "regressions" -> {
            regressions.check();
            yield false;
          }
          default -> {
            table();
            yield false;
          }
        };
    if (word != null && !takesWord) {
      throw CliException.usage("no use for " + word, question + " takes options only");
    }
    if (regressions.hasPage() && !question.equals("regressions")) {
      throw CliException.usage("--html for " + question, "only regressions has a page");
    }
    if (json && csv) {
      throw CliException.usage("--json and --csv", "name one of them");
    }
  }

  private TableQuestion table() {
    return TableQuestion.of(question)
        .orElseThrow(() ->
            CliException.usage(
                "no question " + question,
                "there are regressions, trend, top, percentiles, outliers, startup, frames, alerts,"
                    + " sql"));
  }

  private Path place() {
    String named = System.getenv(VARIABLE);
    if (folder != null) {
      return folder;
    }
    if (named == null || named.isEmpty()) {
      throw CliException.usage("no store", "name it with --store, or in " + VARIABLE);
    }
    return Path.of(named);
  }

  private static String onlyApp(StoreContent content) {
    List<String> apps =
        content.partitions().stream().map(StoreContent.Partition::app).distinct().toList();
    if (apps.size() > 1) {
      throw CliException.usage(
          "several applications", "name one with --app: " + String.join(", ", apps));
    }
    return apps.isEmpty() ? "" : apps.getFirst();
  }

  private ExitCode answer(Fleet fleet) throws IOException {
    switch (question) {
      case "regressions" -> {
        return regressions.answer(fleet, options, facts.given(), terminal, form(), raw);
      }
      case "sql" -> sql(fleet, String.valueOf(word));
      default -> print(table().answer(fleet, options, facts.given(), word));
    }
    return ExitCode.DONE;
  }

  private SqlCommand.Form form() {
    return json ? SqlCommand.Form.JSON : csv ? SqlCommand.Form.CSV : SqlCommand.Form.TABLE;
  }

  private void sql(Fleet fleet, String query) throws IOException {
    SqlCommand.Form form = form();
    long most = form == SqlCommand.Form.TABLE ? ROWS_SHOWN : Long.MAX_VALUE;
    try (var printed = AnswerPrinter.of(form, terminal)) {
      if (!fleet.ask(query, most, engine.limit(), printed)) {
        terminal.tell(String.format(Locale.ROOT, "there are more than %,d rows; use limit", most));
      }
    }
  }

  private void print(Table table) throws IOException {
    if (json) {
      Json.print(terminal.out(), out -> TablePrinter.write(table, out));
    } else if (csv) {
      TablePrinter.printCsv(table, terminal.out());
    } else {
      TablePrinter printer = raw ? TablePrinter.raw(table) : TablePrinter.of(table);
      printer.print(terminal.out(), terminal.columns());
    }
  }
}
