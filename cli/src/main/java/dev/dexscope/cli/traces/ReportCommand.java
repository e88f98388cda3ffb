package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.text.Nearest;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.RepeatedCost;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.CallTables;
import dev.dexscope.trace.answer.Envelope;
import dev.dexscope.trace.answer.FlatTable;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.answer.TreeTable;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope report}: where the time of a trace went, as tables and trees. */
@Command(
    name = "report",
    description =
        "Shows where the time went: by method, class, package or thread, as trees, or call by"
            + " call.",
    footer = {
      "",
      "Several traces are taken as runs of the same thing: the table then has means and their",
      "95 %% confidence intervals.",
      "",
      "Examples:",
      "  dexscope report app.trace",
      "  dexscope report app.trace --by class --clock cpu --top 30",
      "  dexscope report app.trace --tree --thread main --min 5",
      "  dexscope report app.trace --method com.example.Cart.total",
      "  dexscope report app.trace --slower-than 16.7 --thread main",
      "  dexscope report app.trace --timeline --thread main --from 1200 --to 1216",
      "  dexscope report run1.trace run2.trace run3.trace --json",
    })
public final class ReportCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "TRACE",
      arity = "1..*",
      description = "Method traces; - is standard input, traces.zip!a.trace an entry.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--by",
      paramLabel = "GROUP",
      description = "method, class, package or thread; default method.")
  Grouping by = Grouping.METHOD;

  @Mixin ClockOption clock = new ClockOption();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Rows to show, 0 for all; default ${DEFAULT-VALUE}.")
  int top = 25;

  @Option(
      names = "--sort",
      paramLabel = "COLUMN",
      description = "exclusive, inclusive or calls; default exclusive.")
  FlatProfile.Order order = FlatProfile.Order.EXCLUSIVE;

  @ArgGroup Kind kind = new Kind();

  @Mixin TraceInput input = new TraceInput();

  @Mixin FilterOptions filter = new FilterOptions();

  @Option(
      names = "--raw",
      description = "Name methods with their descriptors, as the trace does: run(I)V.")
  boolean raw;

  @Option(
      names = "--wide",
      description = "Show all columns and whole names, on lines as long as needed.")
  boolean wide;

  @Option(
      names = "--json",
      description = "Print JSON (docs/schemas); times are in nanoseconds, names as in the trace.")
  boolean json;

  @Option(
      names = "--csv",
      description = "Print a table as comma separated values, with the keys and figures of --json.")
  boolean csv;

  /** At most one other view than the flat table. */
  static final class Kind {
    @Option(
        names = "--tree",
        description = "The call tree from the top, most expensive calls first.")
    boolean tree;

    @Option(names = "--bottom-up", description = "The methods with their callers.")
    boolean bottomUp;

    @Option(names = "--hot", description = "The call paths with the most time.")
    boolean hot;

    @Option(
        names = "--method",
        paramLabel = "NAME",
        description = "Callers and callees of a method; the signature may be omitted.")
    @Nullable String method;

    @Option(names = "--longest", description = "The longest single calls.")
    boolean longest;

    @Option(
        names = "--slower-than",
        paramLabel = "MS",
        description = "Single calls that took longer: 16.7 for a lost frame.")
    double slowerThan = -1;

    @Option(
        names = "--timeline",
        description =
            "The longest calls between --from and --to, in order of time. Calls too short"
                + " to be seen on 1,000 columns are shown together.")
    boolean timeline;

    @Option(names = "--exceptions", description = "Exceptions: throwers, catchers, and costs.")
    boolean exceptions;

    boolean isTable() {
      return !tree
          && !bottomUp
          && !hot
          && method == null
          && !longest
          && slowerThan < 0
          && !timeline
          && !exceptions;
    }
  }

  private final Terminal terminal;

  public ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** {@code report TRACE}, without options. */
  public static ReportCommand of(Terminal terminal, Path trace) {
    var report = new ReportCommand(terminal);
    report.files = List.of(trace);
    return report;
  }

  @Override
  public Integer call() throws IOException {
    Limits.checkRows(top);
    if (json && csv) {
      throw CliException.usage("--json and --csv", "use one of them");
    }
    if (files.size() > 1) {
      runs();
      return ExitCode.DONE.code();
    }
    Trace trace = open(files.getFirst());
    Filter part = filter.of(trace);
    if (kind.longest || kind.slowerThan >= 0) {
      long least = kind.slowerThan >= 0 ? Math.round(kind.slowerThan * 1e6) : 0;
      ofCalls(trace, part).print("calls", CallTables.longest(trace, part, least, limit()));
    } else if (kind.exceptions) {
      ofCalls(trace, part).print("exceptions", CallTables.exceptions(trace, part, limit()));
    } else if (kind.timeline) {
      ofCalls(trace, part).print("timeline", CallTables.timeline(trace, part, limit()));
    } else {
      ofTime(View.of(trace, part), clock.measure(trace));
    }
    return ExitCode.DONE.code();
  }

  /**
   * Call paths can take a hundred times the memory of a table by method, which has no use of them.
   */
  private Trace open(Path file) throws IOException {
    return kind.isTable() && by.isOfMethods() && !filter.needsPaths()
        ? input.openWithoutPaths(terminal, file)
        : input.open(terminal, file);
  }

  /** An answer about single calls, which have all times of the trace. */
  private Answer ofCalls(Trace trace, Filter part) {
    return answer(Envelope.of(trace, part, Measure.of(Timing.usual(trace.info()))));
  }

  private void ofTime(View view, Measure measure) throws IOException {
    Answer answer = answer(Envelope.of(view.trace(), view.filter(), measure));
    if (kind.method != null) {
      butterflies(view, kind.method, measure, answer);
    } else if (kind.hot) {
      answer.print("paths", CallTables.paths(view, measure, limit()));
    } else if (kind.tree || kind.bottomUp) {
      tree(view, measure.timing(), answer);
    } else {
      answer.print(group(), FlatTable.of(view, by, measure, order, limit()));
    }
  }

  private Answer answer(Envelope envelope) {
    Answer.Style style =
        json
            ? Answer.Style.JSON
            : csv ? Answer.Style.CSV : raw ? Answer.Style.RAW_TEXT : Answer.Style.TEXT;
    return new Answer(terminal, style, wide, filter, envelope);
  }

  private String group() {
    return by.name().toLowerCase(Locale.ROOT);
  }

  private int limit() {
    return top <= 0 ? Integer.MAX_VALUE : top;
  }

  private String name(MethodTable methods, int method) {
    String fullName = methods.get(method).fullName();
    return json || raw ? fullName : ReadableName.of(fullName);
  }

  private void butterflies(View view, String name, Measure measure, Answer answer)
      throws IOException {
    List<Integer> found = view.methods().named(name);
    if (found.isEmpty()) {
      throw CliException.badInput(
          "no method " + name, files.getFirst(), Nearest.advice(name, names(view.methods())));
    }
    List<Butterfly> butterflies = found.stream().map(m -> Butterfly.of(view, m, measure)).toList();
    answer.print(
        "callers and callees",
        Answer.Extent.of(found.size(), found.size()),
        out -> butterflies.forEach(b -> print(view, b, answer, out)),
        out -> write(view, butterflies, out));
  }

  private static List<String> names(MethodTable methods) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      names.add(methods.get(i).qualifiedName());
    }
    return names;
  }

  private void print(View view, Butterfly b, Answer answer, PrintStream out) {
    out.println(
        name(view.methods(), b.method())
            + (view.methods().isRepeated(b.method()) ? " (loaded by several class loaders)" : ""));
    out.printf(
        Locale.ROOT,
        "%,d calls, %.3f ms inclusive, %.3f ms exclusive%n%n",
        b.calls(),
        b.inclusive() / 1e6,
        b.exclusive() / 1e6);
    answer.print(sides(view, b, b.callers(), "caller"), out);
    out.println();
    answer.print(sides(view, b, b.callees(), "callee"), out);
    out.println();
  }

  private Table sides(View view, Butterfly b, List<Butterfly.Side> sides, String heading) {
    return CallTables.sides(view.methods(), sides, b.inclusive(), heading, limit());
  }

  private void write(View view, List<Butterfly> butterflies, JsonGenerator out) throws IOException {
    out.writeStartArray();
    for (Butterfly b : butterflies) {
      out.writeStartObject();
      out.writeStringField("method", name(view.methods(), b.method()));
      out.writeNumberField("calls", b.calls());
      out.writeNumberField("inclusive_ns", b.inclusive());
      out.writeNumberField("exclusive_ns", b.exclusive());
      out.writeFieldName("callers");
      TablePrinter.write(sides(view, b, b.callers(), "caller"), out);
      out.writeFieldName("callees");
      TablePrinter.write(sides(view, b, b.callees(), "callee"), out);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  /** The maximum number of levels of callers. */
  private static final int DEPTH = 40;

  private void tree(View view, Timing timing, Answer answer) throws IOException {
    CallTree tree = Trees.folded(Trees.merged(view));
    if (kind.bottomUp) {
      tree = Trees.inverted(tree, DEPTH);
    }
    answer.print(
        kind.bottomUp ? "tree of callers" : "tree",
        TreeTable.of(tree, view.methods(), timing, limit()));
  }

  private void runs() throws IOException {
    if (!kind.isTable()) {
      throw CliException.usage("several traces have one table only", "use one trace for this view");
    }
    List<RepeatedCost.Run> runs = new ArrayList<>();
    List<Envelope.Source> sources = new ArrayList<>();
    for (Path file : files) {
      Trace trace = open(file);
      Filter part = filter.ofOneOfSeveral(trace);
      sources.add(Envelope.Source.of(trace, part));
      runs.add(RepeatedCost.Run.of(View.of(trace, part), by, clock.measure(trace)));
    }
    filter.requireMatches(files.getLast());
    answer(new Envelope(sources, runs.getLast().measure()))
        .print("runs", FlatTable.ofRuns(runs, by, limit()));
  }
}
