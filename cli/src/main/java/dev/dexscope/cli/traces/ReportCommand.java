package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Table.Column;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.HotPath;
import dev.dexscope.trace.analysis.LongCalls;
import dev.dexscope.trace.analysis.RepeatedCost;
import dev.dexscope.trace.analysis.Sample;
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
        "Shows where the time went: by method, class, package or thread, as trees, or call by call.",
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
      description = "method, class, package or thread; default ${DEFAULT-VALUE}.")
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
      description = "exclusive, inclusive or calls; default ${DEFAULT-VALUE}.")
  FlatProfile.Order order = FlatProfile.Order.EXCLUSIVE;

  @ArgGroup Kind kind = new Kind();

  @Mixin TraceInput input = new TraceInput();

  @Mixin FilterOptions filter = new FilterOptions();

  @Option(names = "--json", description = "Print JSON; times are in nanoseconds.")
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
    Timing timing = clock.in(trace);
    if (kind.longest || kind.slowerThan >= 0) {
      print(longCalls(trace));
    } else if (kind.exceptions) {
      print(exceptions(trace));
    } else if (kind.timeline) {
      print(timeline(trace));
    } else {
      View view = View.of(trace, filter.filter());
      if (kind.method != null) {
        butterflies(view, kind.method, timing);
      } else if (kind.hot) {
        print(hotPaths(view, timing));
      } else if (kind.tree || kind.bottomUp) {
        tree(view, timing);
      } else {
        print(flat(view, timing));
      }
    }
    return ExitCode.DONE.code();
  }

  private int limit() {
    return top <= 0 ? Integer.MAX_VALUE : top;
  }

  private void print(Table table) throws IOException {
    if (json) {
      Json.print(terminal.out(), table::writeTo);
    } else {
      table.print(terminal.out());
    }
  }

  /** Milliseconds for people, nanoseconds for programs. */
  private Object time(long nanos) {
    return json ? (Object) nanos : (Object) (nanos / 1e6);
  }

  private String unit(String name) {
    return name + (json ? "_ns" : "_ms");
  }

  private Table flat(View view, Timing timing) {
    long total = view.total(timing);
    var table =
        new Table(
            Column.number("share"),
            Column.number(unit("exclusive")),
            Column.number(unit("inclusive")),
            Column.number("calls"),
            Column.number("exceptions"),
            Column.text(by.name().toLowerCase(Locale.ROOT)));
    List<Cost> costs = FlatProfile.sorted(FlatProfile.of(view, by), timing, order);
    for (Cost cost : costs.subList(0, Math.min(limit(), costs.size()))) {
      table.add(
          share(cost.exclusive(timing), total),
          time(cost.exclusive(timing)),
          time(cost.inclusive(timing)),
          cost.calls(),
          cost.exceptions(),
          cost.name());
    }
    return table;
  }

  private Object share(long part, long total) {
    double share = total == 0 ? 0 : (double) part / total;
    return json ? (Object) share : percent(share);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  private Table longCalls(Trace trace) {
    Filter only = filter.filter();
    long minimum = kind.slowerThan >= 0 ? Math.round(kind.slowerThan * 1e6) : 0;
    var table =
        new Table(
            Column.number(unit("start")),
            Column.number(unit("wall")),
            Column.number(unit("cpu")),
            Column.text("thread"),
            Column.text("method"),
            Column.text("caller"));
    for (LongCalls.Call call : LongCalls.of(trace, only, minimum, limit())) {
      table.add(
          time(call.start()),
          time(call.wall()),
          time(call.cpu()),
          trace.threads().get(call.thread()).name(),
          name(trace.methods(), call.method()),
          name(trace.methods(), call.caller()));
    }
    return table;
  }

  private Table exceptions(Trace trace) {
    var table =
        new Table(
            Column.number("count"),
            Column.number("frames"),
            Column.number(unit("unwinding")),
            Column.text("thrown_by"),
            Column.text("caught_by"));
    List<Throws.Path> paths = Throws.of(trace, filter.filter());
    for (Throws.Path path : paths.subList(0, Math.min(limit(), paths.size()))) {
      table.add(
          path.count(),
          path.frames(),
          time(path.wall()),
          name(trace.methods(), path.thrower()),
          name(trace.methods(), path.catcher()));
    }
    return table;
  }

  private static final int COLUMNS = 1000;

  private Table timeline(Trace trace) throws IOException {
    Filter only = filter.filter();
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
    for (Timeline.ThreadBox shown : timeline.longest(span.from(), span.to(), COLUMNS, limit())) {
      Box box = shown.box();
      table.add(
          time(box.from()),
          time(box.to() - box.from()),
          time(box.busy()),
          box.calls(),
          trace.threads().get(shown.thread()).name(),
          box.depth(),
          (json ? "" : "  ".repeat(box.depth())) + name(trace.methods(), box.method()));
    }
    return table;
  }

  private static String name(MethodTable methods, int method) {
    return method < 0 ? "-" : methods.get(method).fullName();
  }

  private Table hotPaths(View view, Timing timing) {
    long total = view.total(timing);
    var table =
        new Table(
            Column.number("share"),
            Column.number(unit("exclusive")),
            Column.number("calls"),
            Column.text("path"));
    for (HotPath path : HotPath.of(view, timing, limit())) {
      List<String> names =
          path.methods().stream().map(m -> view.methods().get(m).qualifiedName()).toList();
      table.add(
          share(path.exclusive(), total),
          time(path.exclusive()),
          path.calls(),
          String.join(" > ", names));
    }
    return table;
  }

  private void butterflies(View view, String name, Timing timing) throws IOException {
    List<Integer> found = view.methods().named(name);
    if (found.isEmpty()) {
      throw CliException.badInput(
          "no method " + name, files.getFirst(), "write it as in the table, com.example.Type.name");
    }
    List<Butterfly> butterflies = found.stream().map(m -> Butterfly.of(view, m, timing)).toList();
    if (json) {
      Json.print(terminal.out(), out -> write(view, butterflies, out));
      return;
    }
    for (Butterfly b : butterflies) {
      PrintStream out = terminal.out();
      out.println(name(view.methods(), b.method()));
      out.printf(
          Locale.ROOT,
          "%,d calls, %.3f ms inclusive, %.3f ms exclusive%n%n",
          b.calls(),
          b.inclusive() / 1e6,
          b.exclusive() / 1e6);
      sides(view, b.callers(), "caller", b.inclusive()).print(out);
      out.println();
      sides(view, b.callees(), "callee", b.inclusive()).print(out);
      out.println();
    }
  }

  private Table sides(View view, List<Butterfly.Side> sides, String what, long total) {
    var table =
        new Table(
            Column.number("share"),
            Column.number(unit("time")),
            Column.number("calls"),
            Column.text(what));
    for (Butterfly.Side side : sides.subList(0, Math.min(limit(), sides.size()))) {
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

  /** Lines of a tree: what takes less than this share of the whole is left out. */
  private static final double SMALLEST = 0.005;

  private static final int DEPTH = 40;

  private void tree(View view, Timing timing) throws IOException {
    CallTree tree = Trees.merged(view);
    if (kind.bottomUp) {
      tree = Trees.inverted(tree, DEPTH);
    }
    var lines = new TreeLines(tree, view.methods(), timing, SMALLEST, DEPTH, limit());
    if (json) {
      Json.print(terminal.out(), lines::writeTo);
    } else {
      lines.print(terminal.out());
    }
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
    for (Path file : files) {
      Trace trace = input.open(terminal, file);
      View view = View.of(trace, filter.filter());
      runs.add(new RepeatedCost.Run(FlatProfile.of(view, by), clock.in(trace)));
    }
    var table =
        new Table(
            Column.number(unit("exclusive_mean")),
            Column.number(unit("plus_minus")),
            Column.number(unit("deviation")),
            Column.number("calls_mean"),
            Column.text(by.name().toLowerCase(Locale.ROOT)));
    List<RepeatedCost> rows = RepeatedCost.of(runs);
    for (RepeatedCost row : rows.subList(0, Math.min(limit(), rows.size()))) {
      Sample exclusive = row.exclusive();
      table.add(
          time(Math.round(exclusive.mean())),
          time(Math.round(exclusive.halfWidth(0.95))),
          time(Math.round(exclusive.deviation())),
          row.calls().mean(),
          row.name());
    }
    print(table);
  }
}
