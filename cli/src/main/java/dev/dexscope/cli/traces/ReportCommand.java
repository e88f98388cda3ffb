package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.text.Nearest;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Table.Column;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.HotPath;
import dev.dexscope.trace.analysis.LongCalls;
import dev.dexscope.trace.analysis.RepeatedCost;
import dev.dexscope.trace.analysis.Throws;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.timeline.Box;
import dev.dexscope.trace.timeline.Timeline;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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
  @Parameters(paramLabel = "TRACE", arity = "1..*", description = "Method traces.")
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
      names = "--json",
      description = "Print JSON (docs/schemas); times are in nanoseconds, names as in the trace.")
  boolean json;

  /** At most one other view than the flat table. */
  static final class Kind {
    @Option(names = "--tree", description = "The calls from above, those with the most time first.")
    boolean tree;

    @Option(names = "--bottom-up", description = "The methods with their callers.")
    boolean bottomUp;

    @Option(names = "--hot", description = "The call paths with the most time.")
    boolean hot;

    @Option(
        names = "--method",
        paramLabel = "NAME",
        description = "Callers and callees of a method; the signature may be left out.")
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
            "What ran when, between --from and --to: the longest calls, in order. Calls too short"
                + " to be seen on 1,000 columns are shown together.")
    boolean timeline;

    @Option(names = "--exceptions", description = "Who threw, who caught, what it cost.")
    boolean exceptions;
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
    if (files.size() > 1) {
      runs();
      return ExitCode.DONE.code();
    }
    Trace trace = input.open(terminal, files.getFirst());
    Filter part = filter.of(trace);
    var answer = new Answer(terminal, json, filter);
    answer.from(trace, part);
    if (kind.longest || kind.slowerThan >= 0) {
      longCalls(trace, part, answer);
    } else if (kind.exceptions) {
      exceptions(trace, part, answer);
    } else if (kind.timeline) {
      timeline(trace, part, answer);
    } else {
      View view = View.of(trace, part);
      Timing timing = clock.ofWork(trace);
      if (kind.method != null) {
        butterflies(view, kind.method, timing, answer);
      } else if (kind.hot) {
        hotPaths(view, timing, answer);
      } else if (kind.tree || kind.bottomUp) {
        tree(view, timing, answer);
      } else if (by == Grouping.THREAD) {
        threads(view, timing, answer);
      } else {
        flat(view, timing, answer);
      }
    }
    return ExitCode.DONE.code();
  }

  private int limit() {
    return top <= 0 ? Integer.MAX_VALUE : top;
  }

  private <T> List<T> shown(List<T> all) {
    return all.subList(0, Math.min(limit(), all.size()));
  }

  /** Milliseconds for people, nanoseconds for programs. */
  private Object time(long nanos) {
    return json ? (Object) nanos : (Object) (nanos / 1e6);
  }

  private String unit(String name) {
    return name + (json ? "_ns" : "_ms");
  }

  private String name(String fullName) {
    return json || raw ? fullName : ReadableName.of(fullName);
  }

  private String name(MethodTable methods, int method) {
    return method < 0 ? "-" : name(methods.get(method).fullName());
  }

  /** The exclusive time to show: work alone, unless a clock was asked for. */
  private long exclusive(Cost cost, View view, Timing timing) {
    return clock.isAsked() ? cost.exclusive(timing) : cost.work(view.trace().info().clock());
  }

  private void flat(View view, Timing timing, Answer answer) throws IOException {
    String group = by.name().toLowerCase(Locale.ROOT);
    boolean waits = !clock.isAsked() && view.trace().info().clock().hasWall();
    List<Column> columns =
        new ArrayList<>(List.of(Column.number("share"), Column.number(unit("exclusive"))));
    if (waits) {
      columns.add(Column.number(unit("waiting")));
    }
    columns.addAll(
        List.of(
            Column.number(unit("inclusive")),
            Column.number("calls"),
            Column.number("exceptions"),
            Column.name(group)));
    List<Cost> costs = FlatProfile.sorted(FlatProfile.of(view, by), timing, order);
    if (order == FlatProfile.Order.EXCLUSIVE) {
      costs = FlatProfile.largestFirst(costs, cost -> exclusive(cost, view, timing));
    }
    long total = 0;
    for (Cost cost : costs) {
      total += exclusive(cost, view, timing);
    }
    var table = new Table(columns.toArray(Column[]::new));
    List<Cost> shown = shown(costs);
    long left = total;
    for (Cost cost : shown) {
      long exclusive = exclusive(cost, view, timing);
      left -= exclusive;
      List<@Nullable Object> cells =
          new ArrayList<>(List.of(share(exclusive, total), time(exclusive)));
      if (waits) {
        cells.add(time(cost.waiting()));
      }
      cells.addAll(
          List.of(
              time(cost.inclusive(timing)), cost.calls(), cost.exceptions(), name(cost.name())));
      table.add(cells.toArray());
    }
    double rest = total == 0 ? 0 : (double) left / total;
    answer.print(group, timing, table, new Answer.Extent(costs.size(), shown.size(), rest));
  }

  /** Threads of one name are several rows; their ids tell them apart. */
  private void threads(View view, Timing timing, Answer answer) throws IOException {
    List<Cost> costs = FlatProfile.of(view, Grouping.THREAD);
    record Row(long id, Cost cost) {}
    List<Row> rows = new ArrayList<>();
    long total = 0;
    for (int i = 0; i < costs.size(); i++) {
      rows.add(new Row(view.threads().get(i).thread().id(), costs.get(i)));
      total += exclusive(costs.get(i), view, timing);
    }
    rows.sort(
        Comparator.comparingLong((Row row) -> exclusive(row.cost(), view, timing)).reversed());
    var table =
        new Table(
            Column.number("share"),
            Column.number(unit("time")),
            Column.number(unit("waiting")),
            Column.number("calls"),
            Column.number("exceptions"),
            Column.number("id"),
            Column.text("thread"));
    for (Row row : shown(rows)) {
      long exclusive = exclusive(row.cost(), view, timing);
      table.add(
          share(exclusive, total),
          time(exclusive),
          time(row.cost().waiting()),
          row.cost().calls(),
          row.cost().exceptions(),
          row.id(),
          row.cost().name());
    }
    answer.print("thread", timing, table, rows.size());
  }

  private Object share(long part, long total) {
    double share = total == 0 ? 0 : (double) part / total;
    return json ? (Object) share : percent(share);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  private static String thread(TraceThread thread) {
    return thread.name() + " (" + thread.id() + ")";
  }

  private void longCalls(Trace trace, Filter only, Answer answer) throws IOException {
    long minimum = kind.slowerThan >= 0 ? Math.round(kind.slowerThan * 1e6) : 0;
    var table =
        new Table(
            Column.number(unit("start")),
            Column.number(unit("wall")),
            Column.number(unit("cpu")),
            Column.text("thread"),
            Column.name("method"),
            Column.name("caller"));
    List<LongCalls.Call> calls = LongCalls.of(trace, only, minimum, limit());
    for (LongCalls.Call call : calls) {
      table.add(
          time(call.start()),
          time(call.wall()),
          time(call.cpu()),
          thread(trace.threads().get(call.thread())),
          name(trace.methods(), call.method()),
          name(trace.methods(), call.caller()));
    }
    answer.print("calls", Timing.usual(trace.info().clock()), table, calls.size());
  }

  private void exceptions(Trace trace, Filter only, Answer answer) throws IOException {
    var table =
        new Table(
            Column.number("count"),
            Column.number("frames"),
            Column.number(unit("unwinding")),
            Column.name("thrown_by"),
            Column.name("caught_by"));
    List<Throws.Path> paths = Throws.of(trace, only);
    for (Throws.Path path : shown(paths)) {
      table.add(
          path.count(),
          path.frames(),
          time(path.wall()),
          name(trace.methods(), path.thrower()),
          name(trace.methods(), path.catcher()));
    }
    answer.print("exceptions", Timing.usual(trace.info().clock()), table, paths.size());
  }

  private static final int COLUMNS = 1000;

  private void timeline(Trace trace, Filter only, Answer answer) throws IOException {
    Timeline timeline = Timeline.of(View.of(trace, only.atAnyTime()));
    Timeline.Span span = timeline.within(only.fromNanos(), only.toNanos());
    var table =
        new Table(
            Column.number(unit("start")),
            Column.number(unit("length")),
            Column.number(unit("busy")),
            Column.number("calls"),
            Column.text("thread"),
            Column.number("depth"),
            Column.text("method"));
    List<Timeline.ThreadBox> boxes =
        timeline.longest(span.from(), span.to(), COLUMNS, Integer.MAX_VALUE);
    List<Timeline.ThreadBox> longest = timeline.longest(span.from(), span.to(), COLUMNS, limit());
    for (Timeline.ThreadBox shown : longest) {
      Box box = shown.box();
      table.add(
          time(box.from()),
          time(box.to() - box.from()),
          time(box.busy()),
          box.calls(),
          thread(trace.threads().get(shown.thread())),
          box.depth(),
          (json ? "" : "  ".repeat(box.depth())) + name(trace.methods(), box.method()));
    }
    answer.print("timeline", Timing.usual(trace.info().clock()), table, boxes.size());
  }

  private void hotPaths(View view, Timing timing, Answer answer) throws IOException {
    long total = view.total(timing);
    var table =
        new Table(
            Column.number("share"),
            Column.number(unit("exclusive")),
            Column.number("calls"),
            Column.text("threads"),
            Column.text("path"));
    List<HotPath> paths = HotPath.of(view, timing, Integer.MAX_VALUE);
    for (HotPath path : shown(paths)) {
      List<String> names = path.methods().stream().map(m -> name(view.methods(), m)).toList();
      List<String> ids = path.threads().stream().map(thread -> "" + thread.id()).toList();
      table.add(
          share(path.exclusive(), total),
          time(path.exclusive()),
          path.calls(),
          String.join(",", ids),
          String.join(" > ", names));
    }
    answer.print("paths", timing, table, paths.size());
  }

  private void butterflies(View view, String name, Timing timing, Answer answer)
      throws IOException {
    List<Integer> found = view.methods().named(name);
    if (found.isEmpty()) {
      throw CliException.badInput(
          "no method " + name, files.getFirst(), Nearest.advice(name, names(view.methods())));
    }
    List<Butterfly> butterflies = found.stream().map(m -> Butterfly.of(view, m, timing)).toList();
    answer.print(
        "callers and callees",
        timing,
        Answer.Extent.of(found.size(), found.size()),
        out -> butterflies.forEach(b -> print(view, b, out)),
        out -> write(view, butterflies, out));
  }

  private static List<String> names(MethodTable methods) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      names.add(methods.get(i).qualifiedName());
    }
    return names;
  }

  private void print(View view, Butterfly b, PrintStream out) {
    out.println(
        name(view.methods(), b.method())
            + (view.methods().isRepeated(b.method()) ? " (loaded by several class loaders)" : ""));
    out.printf(
        Locale.ROOT,
        "%,d calls, %.3f ms inclusive, %.3f ms exclusive%n%n",
        b.calls(),
        b.inclusive() / 1e6,
        b.exclusive() / 1e6);
    sides(view, b.callers(), "caller", b.inclusive()).print(out, terminal.columns());
    out.println();
    sides(view, b.callees(), "callee", b.inclusive()).print(out, terminal.columns());
    out.println();
  }

  private Table sides(View view, List<Butterfly.Side> sides, String what, long total) {
    var table =
        new Table(
            Column.number("share"),
            Column.number(unit("time")),
            Column.number("calls"),
            Column.name(what));
    for (Butterfly.Side side : shown(sides)) {
      String name = side.method() < 0 ? "(thread)" : name(view.methods(), side.method());
      table.add(share(side.time(), total), time(side.time()), side.calls(), name);
    }
    return table;
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
      sides(view, b.callers(), "method", b.inclusive()).writeTo(out);
      out.writeFieldName("callees");
      sides(view, b.callees(), "method", b.inclusive()).writeTo(out);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  /** How far up callers are followed. */
  private static final int DEPTH = 40;

  private void tree(View view, Timing timing, Answer answer) throws IOException {
    CallTree tree = Trees.folded(Trees.merged(view));
    if (kind.bottomUp) {
      tree = Trees.inverted(tree, DEPTH);
    }
    var lines = new TreeLines(tree, view.methods(), timing, limit());
    answer.print(
        kind.bottomUp ? "tree of callers" : "tree",
        timing,
        lines.extent(),
        out -> lines.print(out, terminal.columns(), method -> name(view.methods(), method)),
        lines::writeTo);
  }

  private void runs() throws IOException {
    if (kind.longest
        || kind.exceptions
        || kind.timeline
        || kind.tree
        || kind.bottomUp
        || kind.hot
        || kind.method != null
        || kind.slowerThan >= 0) {
      throw CliException.usage(
          "several traces have one table only", "give one trace for this view");
    }
    List<RepeatedCost.Run> runs = new ArrayList<>();
    var answer = new Answer(terminal, json, filter);
    Timing timing = Timing.WALL;
    for (Path file : files) {
      Trace trace = input.open(terminal, file);
      Filter part = filter.ofOneOfSeveral(trace);
      answer.from(trace, part);
      timing = clock.ofWork(trace);
      runs.add(new RepeatedCost.Run(FlatProfile.of(View.of(trace, part), by), timing));
    }
    filter.requireMatches(files.getLast());
    List<RepeatedCost> rows = RepeatedCost.of(runs);
    String group = by.name().toLowerCase(Locale.ROOT);
    Table table = RunsTable.of(shown(rows), group, json, this::name);
    answer.print("runs", timing, table, rows.size());
  }
}
