package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.StoreContent;
import dev.dexscope.store.fleet.DisplayTables;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.fleet.FleetTables;
import dev.dexscope.store.fleet.Owners;
import dev.dexscope.store.fleet.RegressionPage;
import dev.dexscope.store.fleet.Regressions;
import dev.dexscope.store.fleet.Selection;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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
      "Questions: regressions (two versions, as 'diff' compares them), trend METHOD (all versions),",
      "top (what takes the time), percentiles [METHOD], outliers (runs unlike their kind), startup and",
      "frames (those of apps, by versions), sql QUERY.",
      "Runs that differ by --by, by their scenario or by the kind of trace are compared with each",
      "other only. Times are those of a run. DuckDB answers (dexscope sql install), or a cluster of",
      "Apache Spark, with the same figures: docs/store.md.",
      "",
      "Exit codes: 1 above a limit; 5 the whole is above it, but that is not proven.",
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
      "  dexscope fleet sql 'select version, count(*) from runs group by 1' --store runs",
    })
public final class FleetCommand implements Callable<Integer> {
  private static final String VARIABLE = "DEXSCOPE_STORE";
  private static final long ROWS_SHOWN = 1000;

  @Parameters(
      index = "0",
      paramLabel = "QUESTION",
      description = "regressions, trend, top, percentiles, outliers, startup, frames or sql.")
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

  @Option(names = "--from", paramLabel = "V", description = "The version before.")
  @Nullable String from;

  @Option(names = "--to", paramLabel = "V", description = "The version after.")
  @Nullable String to;

  @Option(
      names = "--by",
      paramLabel = "FACT,...",
      split = ",",
      description =
          "Facts whose runs are apart: device, api, abi, version, build, day; default: device,api,"
              + " for percentiles none. With top: method, class, package, thread or owner.")
  @Nullable List<String> by;

  @Option(
      names = "--owners",
      paramLabel = "FILE",
      description =
          "With top --by owner: rules, each a line with a pattern of classes and their owner; the last"
              + " that matches counts.")
  @Nullable Path owners;

  @Option(
      names = "--clock",
      paramLabel = "CLOCK",
      description = "wall or cpu; default: wall if all runs have it.")
  @Nullable Timing clock;

  @Option(names = "--inclusive", description = "Take inclusive instead of exclusive times.")
  boolean inclusive;

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Rows to show, for regressions of each end; 0 for all; default ${DEFAULT-VALUE}.")
  int top = 15;

  @Option(
      names = "--fail-on",
      paramLabel = "LIMIT",
      description = "With regressions: as for diff, 10%% or calls:10%%.")
  List<String> failOn = new ArrayList<>();

  @Option(
      names = "--strict",
      description = "With regressions: exit 5 also when a row is above the limit, but not proven.")
  boolean strict;

  @Option(
      names = "--share",
      paramLabel = "PERCENT",
      description = "Rows below this share of the whole never fail; default ${DEFAULT-VALUE}.")
  String share = "1%";

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "With regressions: also write a page with the time of all versions and the methods that"
              + " moved.")
  @Nullable Path html;

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
    String app = facts.app();
    if (app == null && !question.equals("sql")) {
      app = onlyApp(StoreContent.of(store));
      facts.run.app = app;
    }
    try (Fleet fleet = Fleet.open(engine.start(), store, app)) {
      return answer(fleet).code();
    }
  }

  private void check() {
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
          case "regressions" -> {
            if (from == null || to == null || from.equals(to)) {
              throw CliException.usage("not two versions", "name them with --from and --to");
            }
            yield false;
          }
          case "top", "outliers", "startup", "frames" -> false;
          default ->
              throw CliException.usage(
                  "no question " + question,
                  "there are regressions, trend, top, percentiles, outliers, startup, frames, sql");
        };
    if (word != null && !takesWord) {
      throw CliException.usage("no use for " + word, question + " takes options only");
    }
    if (html != null && !question.equals("regressions")) {
      throw CliException.usage("--html for " + question, "only regressions has a page");
    }
    if (json && csv) {
      throw CliException.usage("--json and --csv", "name one of them");
    }
    if (csv && question.equals("regressions")) {
      throw CliException.usage("--csv for regressions", "use --json: it is not a single table");
    }
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
        return regressions(fleet, String.valueOf(from), String.valueOf(to));
      }
      case "sql" -> sql(fleet, String.valueOf(word));
      case "trend" ->
          print(
              FleetTables.trend(
                  fleet, selection("device", "api"), String.valueOf(word), criteria()));
      case "top" -> print(top(fleet));
      case "startup" -> print(DisplayTables.startup(fleet, selection("device", "api"), criteria()));
      case "frames" -> print(DisplayTables.frames(fleet, selection("device", "api"), criteria()));
      case "percentiles" -> print(FleetTables.percentiles(fleet, selection(), word));
      default -> print(FleetTables.outliers(fleet, selection("device", "api"), limit()));
    }
    return ExitCode.DONE;
  }

  private Table top(Fleet fleet) throws IOException {
    String unit = by == null ? "method" : String.join(",", by);
    var all = new Selection(facts.given(), List.of(), clock, inclusive);
    if (unit.equals("owner") && owners != null) {
      return FleetTables.top(fleet, all, Owners.read(InputFile.check(owners)), limit());
    }
    try {
      Grouping group = Grouping.valueOf(unit.toUpperCase(Locale.ROOT));
      return FleetTables.top(fleet, all, group, limit());
    } catch (IllegalArgumentException e) {
      throw CliException.usage(
          "no " + unit, "--by has method, class, package or thread; owner with --owners FILE");
    }
  }

  private Criteria criteria() {
    return Limits.of(List.of()).criteria(share);
  }

  private int limit() {
    return top <= 0 ? Integer.MAX_VALUE : top;
  }

  private Selection selection(String... usual) {
    List<String> apart = by == null ? List.of(usual) : by;
    for (String each : apart) {
      if (!Facts.NAMES.contains(each)) {
        throw CliException.usage("no fact " + each, "there are " + String.join(", ", Facts.NAMES));
      }
    }
    return new Selection(facts.given(), apart, clock, inclusive);
  }

  private ExitCode regressions(Fleet fleet, String before, String after) throws IOException {
    Limits limits = Limits.of(failOn);
    Selection selection = selection("device", "api");
    Regressions found = Regressions.of(fleet, selection, before, after, limits.criteria(share));
    if (html != null) {
      String page = RegressionPage.of(fleet, selection, before, after, found, limit());
      OutputFile.write(html, out -> out.write(page.getBytes(StandardCharsets.UTF_8)));
    }
    Judgement judgement = Judgement.of(found.comparison(), limits);
    if (json) {
      Json.print(terminal.out(), out -> write(found, selection, before, after, judgement, out));
      return judgement.exit(strict);
    }
    PrintStream out = terminal.out();
    out.printf(Locale.ROOT, "before: %,d runs of %s%n", found.base(), Terminal.plain(before));
    out.printf(Locale.ROOT, "after:  %,d runs of %s%n", found.head(), Terminal.plain(after));
    out.println(
        (inclusive ? "inclusive " : "exclusive ")
            + found.timing().words()
            + " of a run; "
            + found.strata()
            + (found.strata() == 1 ? " kind" : " kinds")
            + " of runs by "
            + String.join(", ", selection.by())
            + (found.alone() == 0
                ? ""
                : ", " + found.alone() + " runs without others of their kind")
            + "; "
            + Judgement.words(found.comparison().criteria()));
    out.println();
    judgement.print(terminal, "method", top, raw);
    judgement.conclude(out);
    return judgement.exit(strict);
  }

  private void write(
      Regressions found,
      Selection selection,
      String before,
      String after,
      Judgement judgement,
      JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("schema", "dexscope-fleet-1");
    out.writeStringField("time", found.timing().key());
    out.writeBooleanField("inclusive", inclusive);
    Judgement.writeNames("strata_by", selection.by(), String::toString, out);
    out.writeStringField("from", before);
    out.writeStringField("to", after);
    out.writeNumberField("base_runs", found.base());
    out.writeNumberField("head_runs", found.head());
    out.writeNumberField("strata", found.strata());
    out.writeNumberField("runs_left_out", found.alone());
    judgement.write(out);
    out.writeEndObject();
  }

  private void sql(Fleet fleet, String query) throws IOException {
    SqlCommand.Form form =
        json ? SqlCommand.Form.JSON : csv ? SqlCommand.Form.CSV : SqlCommand.Form.TABLE;
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
