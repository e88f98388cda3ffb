package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.PrintStream;
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

/** {@code dexscope diff}: what became slower between two sets of runs. */
@Command(
    name = "diff",
    description = "Compares two sets of runs: regressions first, change told from noise.",
    footer = {
      "",
      "With two runs or more on each side a change counts when Welch's test, corrected for the number",
      "of rows, gives chance less than 5 %%. A single run on a side shows differences, all unproven.",
      "",
      "Examples:",
      "  dexscope diff before.trace --vs after.trace",
      "  dexscope diff base1.trace base2.trace base3.trace --vs head1.trace head2.trace head3.trace",
      "  dexscope diff base*.trace --vs head1.trace head2.trace --by class --fail-on 10%%",
    })
public final class DiffCommand implements Callable<Integer> {
  private static final double LEVEL = 0.05;

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
      description = "method, class, package or thread; default ${DEFAULT-VALUE}.")
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
      paramLabel = "PERCENT",
      description = "Exit 1 when the whole or a row is slower by this much: 10%%.")
  @Nullable String failOn;

  @Option(
      names = "--share",
      paramLabel = "PERCENT",
      description = "Rows below this share of the whole never fail; default ${DEFAULT-VALUE}.")
  String share = "1%";

  @Mixin TraceInput input = new TraceInput();

  @Mixin FilterOptions filter = new FilterOptions();

  @Option(names = "--json", description = "Print JSON; times are in nanoseconds.")
  boolean json;

  private final Terminal terminal;

  public DiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    double limit = failOn == null ? Double.POSITIVE_INFINITY : fraction(failOn);
    double floor = fraction(share);
    Comparison comparison = Comparison.of(runs(base), runs(head), LEVEL);
    List<Difference> regressions = comparison.regressionsWithTotal(limit, floor);
    if (json) {
      Json.print(terminal.out(), out -> write(comparison, regressions, out));
    } else {
      print(comparison, regressions, terminal.out());
    }
    return (regressions.isEmpty() ? ExitCode.DONE : ExitCode.NO).code();
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

  private List<Comparison.Run> runs(List<Path> files) throws IOException {
    List<Comparison.Run> runs = new ArrayList<>();
    Filter part = filter.filter();
    for (Path file : files) {
      Trace trace = input.open(terminal, file);
      View view = View.of(trace, part);
      runs.add(Comparison.Run.of(view, by, clock.in(trace), inclusive));
    }
    return runs;
  }

  private void print(Comparison comparison, List<Difference> regressions, PrintStream out) {
    Table table = table();
    add(table, comparison.total());
    List<Difference> rows = comparison.rows().stream().filter(d -> d.delta() != 0).toList();
    int shown = top <= 0 ? rows.size() : top;
    List<Difference> slower = rows.stream().filter(d -> d.delta() > 0).limit(shown).toList();
    slower.forEach(d -> add(table, d));
    rows.reversed().stream()
        .filter(d -> d.delta() < 0)
        .limit(shown)
        .toList()
        .reversed()
        .forEach(d -> add(table, d));
    table.print(out);
    if (failOn != null) {
      out.println();
      out.println(
          regressions.isEmpty()
              ? "no regression of " + failOn + " or more"
              : regressions.size() + " regressions of " + failOn + " or more");
    }
  }

  private Table table() {
    return new Table(
        Table.Column.number("delta_ms"),
        Table.Column.number("change"),
        Table.Column.number("base_ms"),
        Table.Column.number("head_ms"),
        Table.Column.number("p"),
        Table.Column.text("verdict"),
        Table.Column.text(by.name().toLowerCase(Locale.ROOT)));
  }

  private static void add(Table table, Difference d) {
    table.add(
        String.format(Locale.ROOT, "%+.3f", d.delta() / 1e6),
        Double.isInfinite(d.relative())
            ? "new"
            : String.format(Locale.ROOT, "%+.1f%%", 100 * d.relative()),
        d.base().mean() / 1e6,
        d.head().mean() / 1e6,
        Double.isNaN(d.p()) ? null : String.format(Locale.ROOT, "%.2g", d.p()),
        d.verdict().name().toLowerCase(Locale.ROOT),
        d.name());
  }

  private static void write(Comparison comparison, List<Difference> regressions, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeFieldName("total");
    write(comparison.total(), out);
    out.writeArrayFieldStart("regressions");
    for (Difference d : regressions) {
      out.writeString(d.name());
    }
    out.writeEndArray();
    out.writeArrayFieldStart("rows");
    for (Difference d : comparison.rows()) {
      write(d, out);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private static void write(Difference d, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", d.name());
    out.writeNumberField("base_mean_ns", d.base().mean());
    out.writeNumberField("base_deviation_ns", d.base().deviation());
    out.writeNumberField("head_mean_ns", d.head().mean());
    out.writeNumberField("head_deviation_ns", d.head().deviation());
    out.writeNumberField("delta_ns", d.delta());
    if (Double.isNaN(d.p())) {
      out.writeNullField("p");
    } else {
      out.writeNumberField("p", d.p());
    }
    out.writeStringField("verdict", d.verdict().name().toLowerCase(Locale.ROOT));
    out.writeEndObject();
  }
}
