package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.store.Adding;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.StoreContent;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.fleet.RunTables;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope store}: a folder of many runs. */
@Command(
    name = "store",
    description = "Keeps many runs in a folder of tables, which 'fleet' compares.",
    footer = {
      "",
      "Actions: init makes a store; add adds traces and profiles, and those of folders; ls lists runs",
      "(those with the given facts); show prints what there is, or the facts of a run.",
      "Facts of a run: options, a file TRACE.meta.json beside the trace, --meta, the trace's header;",
      "the first that has one counts. A run that is there already is skipped. 'ls' and 'show RUN'",
      "need DuckDB (dexscope sql install). See docs/store.md.",
      "",
      "Examples:",
      "  dexscope store init runs",
      "  dexscope store add runs traces/ --app org.example --app-version 2.4 --device 'Pixel 8'",
      "  dexscope store add runs 'ci/*.trace' --meta build.json --mapping mapping.txt",
      "  dexscope store ls runs --app org.example --app-version 2.4",
      "  dexscope store show runs",
    })
public final class StoreCommand implements Callable<Integer> {
  private static final Pattern RUN = Pattern.compile("[0-9a-f]{1,64}");

  @Parameters(index = "0", paramLabel = "ACTION", description = "init, add, ls or show.")
  String action = "";

  @Parameters(index = "1", paramLabel = "FOLDER", description = "The store.")
  Path folder = Path.of("");

  @Parameters(
      index = "2..*",
      paramLabel = "TRACE",
      description = "With add: traces, folders, patterns. With show: how a run's id begins.")
  List<String> words = new ArrayList<>();

  @Mixin FactOptions facts = new FactOptions();

  @Option(
      names = "--meta",
      paramLabel = "FILE",
      description = "With add: a JSON object of facts: {\"app\": \"org.example\", \"api\": 35}.")
  @Nullable Path meta;

  @Option(names = "--keep-traces", description = "With add: also keep copies of the traces.")
  boolean keepTraces;

  @Mixin TraceInput input = new TraceInput();

  @Option(names = "--json", description = "Print JSON; times are in nanoseconds.")
  boolean json;

  private final Terminal terminal;

  public StoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (!action.equals("add") && !action.equals("show") && !words.isEmpty()) {
      throw CliException.usage("no use for " + words.getFirst(), "name the folder only");
    }
    return switch (action) {
      case "init" -> init();
      case "add" -> add();
      case "ls" -> list();
      case "show" -> show();
      default -> throw CliException.usage("no action " + action, "there are init, add, ls, show");
    };
  }

  private int init() throws IOException {
    RunStore store = RunStore.init(folder);
    terminal.out().println("a store of runs: " + Terminal.plain(store.folder().toString()));
    return ExitCode.DONE.code();
  }

  /** What became of the files. */
  private record Outcome(List<Path> added, List<Path> present, List<String> failed) {}

  private int add() throws IOException {
    if (words.isEmpty()) {
      throw CliException.usage("nothing to add", "name traces or folders after the store");
    }
    Facts given = facts.facts();
    if (meta != null) {
      given = given.orElse(Facts.read(InputFile.check(meta)));
    }
    TraceOptions options = input.options();
    RunStore store = RunStore.open(folder);
    List<Path> files = RunFiles.of(words);
    var outcome = new Outcome(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    try (var progress = new Progress(terminal, "adding to " + folder, files.size());
        Adding adding = store.adding(keepTraces)) {
      for (int i = 0; i < files.size(); i++) {
        progress.at(i);
        add(adding, files.get(i), options, given, outcome);
      }
    }
    report(outcome);
    return (outcome.failed().isEmpty() ? ExitCode.DONE : ExitCode.BAD_INPUT).code();
  }

  /** A file that is no trace does not keep the others out. */
  private static void add(
      Adding adding, Path file, TraceOptions options, Facts given, Outcome outcome)
      throws IOException {
    try {
      boolean isNew = adding.add(InputFile.check(file), options, given);
      (isNew ? outcome.added() : outcome.present()).add(file);
    } catch (FormatException e) {
      outcome.failed().add(String.valueOf(e.getMessage()));
    }
  }

  private void report(Outcome outcome) throws IOException {
    outcome.failed().forEach(reason -> terminal.tell("skipped, " + reason));
    if (json) {
      Json.print(
          terminal.out(),
          out -> {
            out.writeStartObject();
            out.writeFieldName("added");
            write(outcome.added(), out);
            out.writeFieldName("present");
            write(outcome.present(), out);
            out.writeFieldName("failed");
            write(outcome.failed(), out);
            out.writeEndObject();
          });
      return;
    }
    terminal
        .out()
        .printf(
            Locale.ROOT,
            "%,d added, %,d already there, %,d not readable%n",
            outcome.added().size(),
            outcome.present().size(),
            outcome.failed().size());
  }

  private static void write(List<?> texts, JsonGenerator out) throws IOException {
    out.writeStartArray();
    for (Object each : texts) {
      out.writeString(each.toString());
    }
    out.writeEndArray();
  }

  private int list() throws IOException {
    RunStore store = RunStore.open(folder);
    try (Fleet fleet = Fleet.open(DuckDb.require(), store, facts.app, Fleet.MEMORY)) {
      warn(fleet.content());
      print(RunTables.list(fleet, facts.given()));
    }
    return ExitCode.DONE.code();
  }

  private int show() throws IOException {
    RunStore store = RunStore.open(folder);
    if (words.isEmpty()) {
      StoreContent content = StoreContent.of(store);
      warn(content);
      var table =
          new Table(
              Column.text("app"),
              Column.text("day"),
              Column.number("runs"),
              Column.number("files"),
              Column.number("bytes"));
      for (StoreContent.Partition each : content.partitions()) {
        table.add(each.app(), each.day(), each.runs(), each.files(), each.bytes());
      }
      print(table);
      return ExitCode.DONE.code();
    }
    String run = words.getFirst();
    if (words.size() > 1 || !RUN.matcher(run).matches()) {
      throw CliException.usage("no run " + String.join(" ", words), "take one that 'ls' prints");
    }
    try (Fleet fleet = Fleet.open(DuckDb.require(), store, facts.app, Fleet.MEMORY)) {
      Table found = RunTables.facts(fleet, run);
      if (found.size() == 0) {
        throw CliException.badInput("not one run", run, "take one that 'store ls' prints");
      }
      print(found);
    }
    return ExitCode.DONE.code();
  }

  private void warn(StoreContent content) {
    int damaged = content.damaged().size();
    if (damaged > 0) {
      terminal.tell(damaged + " commits cannot be read; see: dexscope store verify " + folder);
    }
  }

  private void print(Table table) throws IOException {
    if (json) {
      Json.print(terminal.out(), out -> TablePrinter.write(table, out));
    } else {
      TablePrinter.of(table).print(terminal.out(), terminal.columns());
    }
  }
}
