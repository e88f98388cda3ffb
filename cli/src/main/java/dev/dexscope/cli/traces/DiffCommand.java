package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.CallCounts;
import dev.dexscope.trace.analysis.ComparedPaths;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.export.flame.DifferenceGraph;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope diff}: what became slower between two sets of runs. */
@Command(
    name = "diff",
    description = "Compares two sets of runs, and separates change from noise.",
    footer = {
      "",
      "regressed, improved: chance explains it in less than 5 %% of cases. unchanged: proven to"
          + " have",
      "changed by less than the limit (10 %% without --fail-on). unproven: neither; more runs"
          + " are needed.",
      "One run against one proves nothing about times. Calls are counted, so they are compared"
          + " exactly.",
      "Take the runs in turn (before, after, before, after), three or more of each: docs/diff.md.",
      "",
      "Exit codes: 1 above a limit; 5 the whole is above it, but that is not proven.",
      "",
      "Examples:",
      "  dexscope diff before.trace --vs after.trace",
      "  dexscope diff base1.trace base2.trace base3.trace --vs head1.trace head2.trace"
          + " head3.trace",
      "  dexscope diff base*.trace --vs head1.trace head2.trace --by class --fail-on 10%%",
      "  dexscope diff before.trace --vs after.trace --fail-on calls:0%%",
      "  dexscope diff base*.trace --vs head1.trace head2.trace --flame changed.html",
    })
public final class DiffCommand implements Callable<Integer> {
  private static final double LEVEL = 0.05;
  private static final double CONFIDENCE = 1 - LEVEL;
  private static final String CALLS = "calls:";

  @Parameters(paramLabel = "BASE", arity = "1..*", description = "Traces of the runs before.")
  List<Path> base = new ArrayList<>();

  @Option(
      names = "--vs",
      paramLabel = "HEAD",
      arity = "1..*",
      required = true,
      description = "Traces of the runs after.")
  List<Path> head = new ArrayList<>();

  @Option(
      names = "--by",
      paramLabel = "GROUP",
      description = "method, class, package or thread; default method.")
  Grouping by = Grouping.METHOD;

  @Mixin ClockOption clock = new ClockOption();

  @Option(names = "--inclusive", description = "Compare inclusive instead of exclusive times.")
  boolean inclusive;

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Rows to show of the worst and of the best, 0 for all; default ${DEFAULT-VALUE}.")
  int top = 15;

  @Option(
      names = "--fail-on",
      paramLabel = "LIMIT",
      description =
          "Exit 1 when the whole, a thread or a row is slower by this much, 10%%, or is called more"
              + " often by so much, calls:10%%. May be repeated for both.")
  List<String> failOn = new ArrayList<>();

  @Option(
      names = "--strict",
      description = "Exit 5 also when a thread or a row is above the limit, but not proven.")
  boolean strict;

  @Option(
      names = "--share",
      paramLabel = "PERCENT",
      description = "Rows below this share of the whole never fail; default ${DEFAULT-VALUE}.")
  String share = "1%";

  @Option(
      names = "--flame",
      paramLabel = "FILE",
      description = "Also draw the changes, as a flame graph in one HTML file.")
  @Nullable Path flame;

  @Mixin TraceInput input = new TraceInput();

  @Mixin FilterOptions filter = new FilterOptions();

  @Option(
      names = "--raw",
      description = "Name methods with their descriptors, as the trace does: run(I)V.")
  boolean raw;

  @Option(names = "--json", description = "Print JSON; times are in nanoseconds.")
  boolean json;

  private final Terminal terminal;

  /** The time that is compared. */
  private Timing timing = Timing.WALL;

  /** The views to draw; empty without a picture. */
  private final List<View> baseViews = new ArrayList<>();

  private final List<View> headViews = new ArrayList<>();

  public DiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Compares runs by CPU time as the command does.
   *
   * @param failOn as {@code --fail-on} has it
   */
  public static DiffCommand of(
      Terminal terminal, List<Path> base, List<Path> head, List<String> failOn) {
    var diff = new DiffCommand(terminal);
    diff.base = base;
    diff.head = head;
    diff.failOn = failOn;
    diff.clock.clock = Timing.CPU;
    return diff;
  }

  /** Returns the permitted increase of times, as a fraction; null without a limit. */
  public static @Nullable Double limit(List<String> failOn) {
    return Limits.of(failOn).time();
  }

  @Override
  public Integer call() throws IOException {
    Limits limits = Limits.of(failOn);
    if (flame != null) {
      OutputFile.checkApart(flame, Stream.concat(base.stream(), head.stream()).toList());
    }
    List<Comparison.Run> before = runs(base, baseViews, limits);
    List<Comparison.Run> after = runs(head, headViews, limits);
    filter.requireMatches(head.getLast());
    double margin = limits.time() == null ? Criteria.USUAL.margin() : limits.time();
    var criteria = new Criteria(LEVEL, margin, fraction(share));
    Comparison comparison = Comparison.of(before, after, criteria);
    if (flame != null) {
      draw(flame, criteria);
    }
    List<Difference> slower = limits.time() == null ? List.of() : comparison.regressions();
    List<Difference> unproven = limits.time() == null ? List.of() : comparison.unproven();
    List<Difference> called =
        limits.calls() == null ? List.of() : comparison.calledMore(limits.calls());
    if (json) {
      Json.print(terminal.out(), out -> write(comparison, slower, unproven, called, out));
    } else {
      print(comparison, terminal.out());
      conclude(comparison, limits, slower, unproven, called);
    }
    if (!slower.isEmpty() || !called.isEmpty()) {
      return ExitCode.NO.code();
    }
    boolean open = strict ? !unproven.isEmpty() : unproven.contains(comparison.total());
    return (open ? ExitCode.UNPROVEN : ExitCode.DONE).code();
  }

  /**
   * By how much the head may be above the base.
   *
   * @param time as a fraction, or null
   * @param calls as a fraction, or null
   */
  private record Limits(@Nullable Double time, @Nullable Double calls) {
    static Limits of(List<String> words) {
      Double time = null;
      Double calls = null;
      for (String word : words) {
        boolean ofCalls = word.startsWith(CALLS);
        if ((ofCalls ? calls : time) != null) {
          throw CliException.usage("two limits, " + String.join(" ", words), "use one of a kind");
        }
        if (ofCalls) {
          calls = fraction(word.substring(CALLS.length()));
        } else {
          time = fraction(word);
        }
      }
      return new Limits(time, calls);
    }
  }

  private static double fraction(String percent) {
    String digits = percent.endsWith("%") ? percent.substring(0, percent.length() - 1) : percent;
    try {
      double value = Double.parseDouble(digits.strip());
      if (value >= 0) {
        return value / 100;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a negative number.
    }
    throw CliException.usage("bad percentage, " + percent, "write it as 10%");
  }

  /** The picture shows inclusive times of call paths, unlike the tables. */
  private void draw(Path file, Criteria criteria) throws IOException {
    ComparedPaths paths = ComparedPaths.of(baseViews, headViews, timing, criteria);
    String title = baseViews.getFirst().title() + " → " + headViews.getFirst().title();
    OutputFile.write(file, out -> DifferenceGraph.write(paths, title, timing, out));
  }

  private List<Comparison.Run> runs(List<Path> files, List<View> views, Limits limits)
      throws IOException {
    List<Comparison.Run> runs = new ArrayList<>();
    for (Path file : files) {
      Trace trace = input.open(terminal, file);
      if (limits.calls() != null && trace.info().sampled()) {
        throw CliException.badInput(
            "samples do not count calls", file, "trace every call, or set a limit of time");
      }
      View view = View.of(trace, filter.ofOneOfSeveral(trace));
      if (flame != null) {
        views.add(view);
      }
      timing = clock.in(trace);
      runs.add(Comparison.Run.of(view, by, timing, inclusive));
    }
    return runs;
  }

  /** Which runs, which time and which part of them. */
  private void heading(Criteria criteria, PrintStream out) {
    out.println("before: " + names(base));
    out.println("after:  " + names(head));
    String words = filter.words();
    out.println(
        (inclusive ? "inclusive " : "exclusive ")
            + timing.words()
            + (words.isEmpty() ? "" : "; " + Terminal.plain(words))
            + "; changes of "
            + percent(criteria.margin()).substring(1)
            + " or more matter");
    out.println();
  }

  private static String names(List<Path> files) {
    String first = Terminal.plain(files.getFirst().toString());
    return files.size() == 1 ? "1 run, " + first : files.size() + " runs, " + first + " ...";
  }

  private void print(Comparison comparison, PrintStream out) {
    heading(comparison.criteria(), out);
    Table whole = table("thread");
    add(whole, comparison.total());
    changed(comparison.threads()).forEach(d -> add(whole, d));
    TablePrinter.of(whole).print(out, terminal.columns());
    if (!comparison.rows().isEmpty()) {
      out.println();
      Table rows = table(by.name().toLowerCase(Locale.ROOT));
      changed(comparison.rows()).forEach(d -> add(rows, d));
      TablePrinter.of(rows).print(out, terminal.columns());
      long left =
          comparison.rows().stream().filter(DiffCommand::isChanged).count()
              - changed(comparison.rows()).size();
      if (left > 0) {
        out.println();
        out.println(left + " more " + (left == 1 ? "row" : "rows") + "; --top 0 shows all");
      }
    }
  }

  private static boolean isChanged(Difference d) {
    return d.delta() != 0 || !d.calls().isSame();
  }

  /**
   * Returns the highest increases; the changed numbers of calls without effect; the highest
   * decreases.
   */
  private List<Difference> changed(List<Difference> all) {
    int shown = top <= 0 ? all.size() : top;
    List<Difference> slower = all.stream().filter(d -> d.delta() > 0).limit(shown).toList();
    List<Difference> called =
        all.stream().filter(d -> d.delta() == 0 && !d.calls().isSame()).limit(shown).toList();
    List<Difference> faster =
        all.reversed().stream().filter(d -> d.delta() < 0).limit(shown).toList().reversed();
    return Stream.of(slower, called, faster).flatMap(List::stream).toList();
  }

  private static Table table(String what) {
    return new Table(
        Column.number("delta", "delta", "ms"),
        Column.number("change"),
        Column.number("change_at_least", "at least", ""),
        Column.number("change_at_most", "at most", ""),
        Column.time("base_mean", "base"),
        Column.time("head_mean", "head"),
        Column.number("calls"),
        Column.number("p"),
        Column.text("verdict"),
        Column.name(what));
  }

  private void add(Table table, Difference d) {
    table.add(
        String.format(Locale.ROOT, "%+.3f", d.delta() / 1e6),
        percent(d.relative()),
        d.shift().isTestable() ? percent(d.least(CONFIDENCE)) : null,
        d.shift().isTestable() ? percent(d.most(CONFIDENCE)) : null,
        d.base().mean(),
        d.head().mean(),
        calls(d.calls()),
        Double.isNaN(d.p()) ? null : String.format(Locale.ROOT, "%.2g", d.p()),
        d.verdict().name().toLowerCase(Locale.ROOT),
        raw ? d.name() : ReadableName.of(d.name()));
  }

  private static String percent(double fraction) {
    if (fraction == Double.POSITIVE_INFINITY) {
      return "new";
    }
    return fraction < 10
        ? String.format(Locale.ROOT, "%+.1f%%", 100 * fraction)
        : String.format(Locale.ROOT, "x%.1f", 1 + fraction);
  }

  /** One number when all runs have it; what differs stands on both sides of the arrow. */
  private static String calls(CallCounts calls) {
    String before = range(calls.baseLeast(), calls.baseMost());
    return calls.isSame() ? before : before + "->" + range(calls.headLeast(), calls.headMost());
  }

  private static String range(long least, long most) {
    return least == most ? Long.toString(least) : least + ".." + most;
  }

  private void conclude(
      Comparison comparison,
      Limits limits,
      List<Difference> slower,
      List<Difference> unproven,
      List<Difference> called) {
    var out = terminal.out();
    out.println();
    if (limits.time() != null) {
      String limit = percent(limits.time()).substring(1);
      out.println(
          slower.isEmpty()
              ? "no proven regression of " + limit + " or more"
              : slower.size() + " proven regressions of " + limit + " or more");
      if (!unproven.isEmpty()) {
        out.println(
            unproven.size()
                + " above the limit are unproven"
                + (unproven.contains(comparison.total()) ? ", the whole among them" : "")
                + ": more runs are required");
      }
    }
    if (limits.calls() != null) {
      out.println(
          called.isEmpty()
              ? "no more calls than the limit allows"
              : called.size()
                  + " called more often than the limit allows: "
                  + called.getFirst().name());
    }
    if (!comparison.isProvable()) {
      out.println(
          "one run against one proves nothing about times: use three or more of each, taken in turn");
    }
  }

  private void write(
      Comparison comparison,
      List<Difference> slower,
      List<Difference> unproven,
      List<Difference> called,
      JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("schema", "dexscope-diff-1");
    out.writeStringField("time", timing.key());
    out.writeBooleanField("inclusive", inclusive);
    out.writeStringField("by", by.name().toLowerCase(Locale.ROOT));
    writeNames("base", base, Path::toString, out);
    writeNames("head", head, Path::toString, out);
    out.writeBooleanField("provable", comparison.isProvable());
    out.writeFieldName("total");
    write(comparison.total(), out);
    writeNames("regressions", slower, Difference::name, out);
    writeNames("unproven", unproven, Difference::name, out);
    writeNames("called_more", called, Difference::name, out);
    write("threads", comparison.threads(), out);
    write("rows", comparison.rows(), out);
    out.writeEndObject();
  }

  private static <T> void writeNames(
      String field, List<T> named, Function<T, String> name, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart(field);
    for (T each : named) {
      out.writeString(name.apply(each));
    }
    out.writeEndArray();
  }

  private static void write(String field, List<Difference> differences, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart(field);
    for (Difference d : differences) {
      write(d, out);
    }
    out.writeEndArray();
  }

  private static void write(Difference d, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", d.name());
    out.writeNumberField("base_mean_ns", d.base().mean());
    out.writeNumberField("base_deviation_ns", d.base().deviation());
    out.writeNumberField("head_mean_ns", d.head().mean());
    out.writeNumberField("head_deviation_ns", d.head().deviation());
    out.writeNumberField("delta_ns", d.delta());
    writeKnown("change", d.relative(), out);
    writeKnown("change_at_least", d.least(CONFIDENCE), out);
    writeKnown("change_at_most", d.most(CONFIDENCE), out);
    writeRange("base_calls", d.calls().baseLeast(), d.calls().baseMost(), out);
    writeRange("head_calls", d.calls().headLeast(), d.calls().headMost(), out);
    writeKnown("p", d.p(), out);
    out.writeStringField("verdict", d.verdict().name().toLowerCase(Locale.ROOT));
    out.writeEndObject();
  }

  /** JSON has no words for what is infinite or no number. */
  private static void writeKnown(String field, double value, JsonGenerator out) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumberField(field, value);
    } else {
      out.writeNullField(field);
    }
  }

  private static void writeRange(String field, long least, long most, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart(field);
    out.writeNumber(least);
    out.writeNumber(most);
    out.writeEndArray();
  }
}
