package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.ComparedPaths;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.NumberedNames;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.flame.DifferenceGraph;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
      "unknown: the time is no more than the error of its estimate.",
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
      "  dexscope diff before-profile --vs after-profile    # of profile --processes 5",
      "  dexscope diff base*.trace --vs head1.trace head2.trace --flame changed.html",
    })
public final class DiffCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "BASE",
      arity = "1..*",
      description = "Traces of the runs before, or folders of profile.")
  List<Path> base = new ArrayList<>();

  @Option(
      names = "--vs",
      paramLabel = "HEAD",
      arity = "1..*",
      required = true,
      description = "Traces of the runs after, or folders of profile.")
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

  @Option(names = "--wide", description = "Show whole names, on lines as long as needed.")
  boolean wide;

  @Option(names = "--json", description = "Print JSON; times are in nanoseconds.")
  boolean json;

  private final Terminal terminal;

  /** The time that is compared. */
  private Timing timing = Timing.WALL;

  /** Whether the traces have all calls. */
  private boolean areAllThere = true;

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
    Limits.checkRows(top);
    Limits limits = Limits.of(failOn);
    base = RunFiles.ofProfiles(base);
    head = RunFiles.ofProfiles(head);
    if (flame != null) {
      OutputFile.checkApart(flame, Stream.concat(base.stream(), head.stream()).toList());
    }
    List<Comparison.Run> before = runs(base, baseViews, limits);
    List<Comparison.Run> after = runs(head, headViews, limits);
    filter.requireMatches(head.getLast());
    Criteria criteria = limits.criteria(share);
    NumberedNames.Sides sides =
        inclusive
            ? new NumberedNames.Sides(before, after)
            : NumberedNames.joined(before, after, criteria);
    Comparison comparison = Comparison.of(sides.base(), sides.head(), criteria);
    if (flame != null) {
      draw(flame, criteria);
    }
    Judgement judgement = Judgement.of(comparison, limits);
    if (json) {
      Json.print(terminal.out(), out -> write(judgement, out));
    } else {
      heading(criteria, terminal.out());
      int columns = wide ? 0 : terminal.columns();
      judgement.print(terminal.out(), columns, by.name().toLowerCase(Locale.ROOT), top, raw);
      judgement.conclude(terminal.out());
    }
    return judgement.exit(strict).code();
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
      if (limits.calls() != null && trace.info().absentCalls() > 0) {
        throw CliException.badInput(
            "not all calls are in it",
            file,
            "name the file of calls beside it, which ends with .calls, or set a limit of time");
      }
      areAllThere &= trace.info().absentCalls() == 0;
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
    if (!areAllThere) {
      out.println(
          "calls of short methods are absent, and their time is shown as their callers'; the files of"
              + " calls beside the traces (dexscope.0.calls) have all");
    }
    String words = filter.words();
    out.println(
        (inclusive ? "inclusive " : "exclusive ")
            + timing.words()
            + (words.isEmpty() ? "" : "; " + Terminal.plain(words))
            + "; "
            + Judgement.words(criteria));
    out.println();
  }

  private static String names(List<Path> files) {
    String first = Terminal.plain(files.getFirst().toString());
    return files.size() == 1 ? "1 run, " + first : files.size() + " runs, " + first + " ...";
  }

  private void write(Judgement judgement, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("schema", "dexscope-diff-1");
    out.writeStringField("time", timing.key());
    out.writeBooleanField("inclusive", inclusive);
    out.writeStringField("by", by.name().toLowerCase(Locale.ROOT));
    Judgement.writeNames("base", base, Path::toString, out);
    Judgement.writeNames("head", head, Path::toString, out);
    judgement.write(out);
    out.writeEndObject();
  }
}
