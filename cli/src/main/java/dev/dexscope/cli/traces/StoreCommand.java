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
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.Adding;
import dev.dexscope.store.Cleaning;
import dev.dexscope.store.Compaction;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.StoreContent;
import dev.dexscope.store.StoreCopy;
import dev.dexscope.store.Verification;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.fleet.RunTables;
import dev.dexscope.store.fleet.Thinning;
import dev.dexscope.store.s3.S3Folder;
import dev.dexscope.store.s3.S3Settings;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
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
      "Actions: init makes a store; add adds traces and profiles, and those of folders; mapping keeps",
      "R8's mapping files of an app, by which runs that are added later get the names of the source;",
      "ls lists runs (those with the given facts); show prints what there is, or the facts of a run; compact puts",
      "small files together; thin keeps one in --one-in of the runs before --after days, and all",
      "that are unlike their kind; gc deletes what was replaced, and runs older than --keep; verify reads",
      "all files and compares them with the manifest (exit code 1 if they differ); push and pull copy",
      "what is missing to and from an object storage, with the keys of Amazon's tools.",
      "Facts of a run: options, a file TRACE.meta.json beside the trace, --meta, the trace's header;",
      "the first that has one counts. A run that is there already is skipped. 'ls', 'show RUN',",
      "'compact' and 'thin' need DuckDB (dexscope sql install). See docs/store.md.",
      "",
      "Examples:",
      "  dexscope store init runs",
      "  dexscope store add runs traces/ --app org.example --app-version 2.4 --device 'Pixel 8'",
      "  dexscope store add runs 'ci/*.trace' --meta build.json --mapping mapping.txt",
      "  dexscope store mapping runs app/build/outputs/mapping/release/mapping.txt --app org.example",
      "  dexscope store ls runs --app org.example --app-version 2.4",
      "  dexscope store compact runs && dexscope store gc runs --keep 365",
      "  dexscope store thin runs --one-in 10 --after 30",
      "  dexscope store verify runs",
      "  dexscope store pull runs s3://bucket/runs && dexscope store push runs s3://bucket/runs",
    })
public final class StoreCommand implements Callable<Integer> {
  private static final Pattern RUN = Pattern.compile("[0-9a-f]{1,64}");

  @Parameters(
      index = "0",
      paramLabel = "ACTION",
      description = "init, add, mapping, ls, show, compact, thin, gc, verify, push or pull.")
  String action = "";

  @Parameters(index = "1", paramLabel = "FOLDER", description = "The store.")
  Path folder = Path.of("");

  @Parameters(
      index = "2..*",
      paramLabel = "TRACE",
      description =
          "With add: traces, folders, patterns. With mapping: R8's mapping files. With show: how a run's id begins. With push, pull:"
              + " s3://BUCKET/PREFIX.")
  List<String> words = new ArrayList<>();

  @Mixin FactOptions facts = new FactOptions();

  @Option(
      names = "--meta",
      paramLabel = "FILE",
      description = "With add: a JSON object of facts: {\"app\": \"org.example\", \"api\": 35}.")
  @Nullable Path meta;

  @Option(
      names = "--keep-traces",
      description = "With add: also keep copies of the traces. With pull: copy those too.")
  boolean keepTraces;

  @Option(
      names = "--grace",
      paramLabel = "HOURS",
      description = "With gc: keep what is younger; default ${DEFAULT-VALUE}.")
  int grace = 24;

  @Option(
      names = "--keep",
      paramLabel = "DAYS",
      description = "With gc: first take out the runs of earlier days.")
  @Nullable Integer keep;

  @Option(
      names = "--one-in",
      paramLabel = "N",
      description = "With thin: of so many runs one stays; default ${DEFAULT-VALUE}.")
  int oneIn = 10;

  @Option(
      names = "--after",
      paramLabel = "DAYS",
      description = "With thin: younger runs all stay; default ${DEFAULT-VALUE}.")
  int after = 30;

  @Mixin MemoryOption memory = new MemoryOption();

  @Mixin TraceInput input = new TraceInput();

  @Option(names = "--json", description = "Print JSON; times are in nanoseconds.")
  boolean json;

  private final Terminal terminal;

  public StoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    boolean takesWords = List.of("add", "mapping", "show", "push", "pull").contains(action);
    if (!takesWords && !words.isEmpty()) {
      throw CliException.usage("no use for " + words.getFirst(), "name the folder only");
    }
    return switch (action) {
      case "init" -> init();
      case "add" -> add();
      case "mapping" -> keepMappings();
      case "ls" -> list();
      case "show" -> show();
      case "compact" -> compact();
      case "thin" -> thin();
      case "gc" -> clean();
      case "verify" -> verify();
      case "push", "pull" -> copy();
      default ->
          throw CliException.usage(
              "no action " + action,
              "there are init, add, mapping, ls, show, compact, thin, gc, verify, push, pull");
    };
  }

  private int init() throws IOException {
    RunStore store = RunStore.init(folder);
    terminal.out().println("a store of runs: " + Terminal.plain(store.folder().toString()));
    return ExitCode.DONE.code();
  }

  private int keepMappings() throws IOException {
    String app = facts.facts().app();
    if (words.isEmpty() || app.isEmpty()) {
      throw CliException.usage(
          "no mapping file, or no app", "name R8's files after the store, and --app");
    }
    RunStore store = RunStore.open(folder);
    for (String each : words) {
      terminal.out().println(store.mappings().add(app, InputFile.check(Path.of(each))));
    }
    return ExitCode.DONE.code();
  }

  /** The outcome for the files. */
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
      boolean isNew = adding.add(InputFile.check(file), options, given, DisplayOfRun.of(file));
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
    try (Fleet fleet = open(store)) {
      print(RunTables.list(fleet, facts.given()));
    }
    return ExitCode.DONE.code();
  }

  private int show() throws IOException {
    RunStore store = RunStore.open(folder);
    if (words.isEmpty()) {
      StoreContent content = StoreContent.of(store);
      int damaged = content.damaged().size();
      if (damaged > 0) {
        terminal.tell(damaged + " commits cannot be read; see: dexscope store verify " + folder);
      }
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
    try (Fleet fleet = open(store)) {
      Table found = RunTables.facts(fleet, run);
      if (found.size() == 0) {
        throw CliException.badInput("not one run", run, "take one that 'store ls' prints");
      }
      print(found);
    }
    return ExitCode.DONE.code();
  }

  private Fleet open(RunStore store) throws IOException {
    return Fleet.openAll(TableDatabase.start(DuckDb.require(), memory.bytes()), store, facts.app());
  }

  private int compact() throws IOException {
    RunStore store = RunStore.open(folder);
    Compaction compaction = Compaction.of(store);
    int replaced = 0;
    if (compaction.size() > 0) {
      try (var progress = new Progress(terminal, "compacting " + folder, compaction.size())) {
        replaced = compaction.run(DuckDb.require(), memory.bytes(), progress::at);
      }
    }
    var table = new Table(Column.number("replaced"), Column.number("made"));
    table.add(replaced, compaction.size());
    print(table);
    return ExitCode.DONE.code();
  }

  private int thin() throws IOException {
    if (oneIn < 2 || after < 0) {
      throw CliException.usage("--one-in is 2 at least, --after 0", "write a larger number");
    }
    Thinning.Result result =
        new Thinning(oneIn, after)
            .run(RunStore.open(folder), LocalDate.now(ZoneOffset.UTC), DuckDb::require);
    var table =
        new Table(
            Column.number("removed_runs", "removed runs", ""),
            Column.number("outliers", "outliers besides", ""));
    table.add(result.removed(), result.outliers());
    print(table);
    return ExitCode.DONE.code();
  }

  private int clean() throws IOException {
    if (grace < 0 || (keep != null && keep < 1)) {
      throw CliException.usage("--grace is 0 at least, --keep 1", "write a larger number");
    }
    RunStore store = RunStore.open(folder);
    int expired =
        keep == null
            ? 0
            : Cleaning.retain(store, LocalDate.now(ZoneOffset.UTC).minusDays(keep - 1L));
    Cleaning.Result result = Cleaning.run(store, Duration.ofHours(grace));
    var table =
        new Table(
            Column.number("expired_runs", "expired runs", ""),
            Column.number("deleted_files", "deleted files", ""),
            Column.number("deleted_bytes", "bytes", ""));
    table.add(expired, result.files(), result.bytes());
    print(table);
    return ExitCode.DONE.code();
  }

  private int verify() throws IOException {
    RunStore store = RunStore.open(folder);
    Verification found;
    try (var progress = new Progress(terminal, "verifying " + folder, 0)) {
      found = Verification.of(store, progress::at);
    }
    var table =
        new Table(
            Column.number("runs"),
            Column.number("files"),
            Column.number("bytes"),
            Column.number("unused_files", "unused files", ""),
            Column.number("problems"));
    table.add(found.runs(), found.files(), found.bytes(), found.unused(), found.problems().size());
    print(table);
    found.problems().forEach(each -> terminal.tell(String.valueOf(each.getMessage())));
    return (found.problems().isEmpty() ? ExitCode.DONE : ExitCode.NO).code();
  }

  private int copy() throws IOException {
    if (words.size() != 1) {
      throw CliException.usage("no object storage", "name it after the store: s3://bucket/prefix");
    }
    String address = words.getFirst();
    StoreCopy copied;
    try (S3Folder objects = S3Folder.of(address, S3Settings.find());
        var progress = new Progress(terminal, "copying " + folder, 0)) {
      copied =
          action.equals("push")
              ? StoreCopy.push(RunStore.open(folder), objects, progress::at)
              : StoreCopy.pull(folder, objects, keepTraces, progress::at);
    }
    var table = new Table(Column.number("commits"), Column.number("files"), Column.number("bytes"));
    table.add(copied.commits(), copied.files(), copied.bytes());
    print(table);
    return ExitCode.DONE.code();
  }

  private void print(Table table) throws IOException {
    if (json) {
      Json.print(terminal.out(), out -> TablePrinter.write(table, out));
    } else {
      TablePrinter.of(table).print(terminal.out(), terminal.columns());
    }
  }
}
