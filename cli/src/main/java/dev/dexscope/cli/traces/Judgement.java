package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.CallCounts;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Difference.Verdict;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of a comparison by the limits that it has, and how it is shown.
 *
 * @param slower what is slower than the limit, proven
 * @param unproven what may be
 * @param called what is called more often than the limit
 */
record Judgement(
    Comparison comparison,
    Limits limits,
    List<Difference> slower,
    List<Difference> unproven,
    List<Difference> called) {
  private static final double CONFIDENCE = 0.95;

  static Judgement of(Comparison comparison, Limits limits) {
    return new Judgement(
        comparison,
        limits,
        limits.time() == null ? List.of() : comparison.regressions(),
        limits.time() == null ? List.of() : comparison.unproven(),
        limits.calls() == null ? List.of() : comparison.calledMore(limits.calls()));
  }

  /**
   * The exit code.
   *
   * @param strict whether an unproven row counts as the whole does
   */
  ExitCode exit(boolean strict) {
    if (!slower.isEmpty() || !called.isEmpty()) {
      return ExitCode.NO;
    }
    boolean open = strict ? !unproven.isEmpty() : unproven.contains(comparison.total());
    return open ? ExitCode.UNPROVEN : ExitCode.DONE;
  }

  /** Returns from which change on a difference matters, in words. */
  static String words(Criteria criteria) {
    return "changes of " + percent(criteria.margin()).substring(1) + " or more matter";
  }

  /**
   * Prints the whole with the threads, then the rows.
   *
   * @param columns of the terminal; 0 for lines as long as needed
   * @param what a row is: method
   * @param top how many of the worst and of the best are shown; 0 for all
   * @param raw whether methods are named with descriptors
   */
  void print(PrintStream out, int columns, String what, int top, boolean raw) {
    Table whole = table("thread");
    add(whole, comparison.total(), raw);
    changed(comparison.threads(), top).forEach(d -> add(whole, d, raw));
    TablePrinter.of(whole).print(out, columns);
    if (!comparison.rows().isEmpty()) {
      out.println();
      Table rows = table(what);
      changed(comparison.rows(), top).forEach(d -> add(rows, d, raw));
      TablePrinter.of(rows).print(out, columns);
      long left =
          comparison.rows().stream().filter(Judgement::isChanged).count()
              - changed(comparison.rows(), top).size();
      if (left > 0) {
        out.println();
        out.println(left + " more " + (left == 1 ? "row" : "rows") + "; --top 0 shows all");
      }
    }
  }

  /** All figures, a row for the whole, each thread and each row. */
  Table table() {
    Table all =
        new Table(
            Column.text("level"),
            Column.name("name"),
            Column.time("base_mean", "base"),
            Column.time("base_deviation", "deviation"),
            Column.time("head_mean", "head"),
            Column.time("head_deviation", "deviation"),
            Column.time("delta", "delta"),
            Column.number("change"),
            Column.number("change_at_least"),
            Column.number("change_at_most"),
            Column.number("base_calls_least"),
            Column.number("base_calls_most"),
            Column.number("head_calls_least"),
            Column.number("head_calls_most"),
            Column.number("base_runs_with"),
            Column.number("head_runs_with"),
            Column.number("p"),
            Column.number("detectable_change"),
            Column.text("verdict"));
    addFigures(all, "total", comparison.total());
    comparison.threads().forEach(d -> addFigures(all, "thread", d));
    comparison.rows().forEach(d -> addFigures(all, "row", d));
    return all;
  }

  private static void addFigures(Table table, String level, Difference d) {
    table.add(
        level,
        d.name(),
        d.base().mean(),
        d.base().deviation(),
        d.head().mean(),
        d.head().deviation(),
        d.delta(),
        known(d.relative()),
        known(d.shift().isTestable() ? d.least(CONFIDENCE) : Double.NaN),
        known(d.shift().isTestable() ? d.most(CONFIDENCE) : Double.NaN),
        d.calls().baseLeast(),
        d.calls().baseMost(),
        d.calls().headLeast(),
        d.calls().headMost(),
        d.presence().base(),
        d.presence().head(),
        known(d.p()),
        known(d.detectable()),
        d.verdict().name().toLowerCase(Locale.ROOT));
  }

  private static @Nullable Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }

  private static boolean isChanged(Difference d) {
    return d.delta() != 0 || !d.calls().isSame();
  }

  /**
   * Returns the highest increases; the changed numbers of calls without effect; the highest
   * decreases.
   */
  private static List<Difference> changed(List<Difference> all, int top) {
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

  private static void add(Table table, Difference d, boolean raw) {
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
    if (fraction == -1) {
      return "gone";
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

  /** Prints what the limits make of it. */
  void conclude(PrintStream out) {
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
    detectable(out);
    if (!comparison.isProvable()) {
      out.println("one run against one proves nothing about times: use three or more of each");
    }
  }

  /** Prints what these runs could have shown, which a result of no change depends on. */
  private void detectable(PrintStream out) {
    double whole = comparison.total().detectable();
    double[] rows =
        comparison.rows().stream()
            .filter(d -> !Double.isNaN(d.p()))
            .mapToDouble(Difference::detectable)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (Double.isFinite(whole)) {
      out.println(
          "as many runs prove four of five changes of the whole from "
              + percent(whole)
              + " on"
              + (rows.length == 0
                  ? ""
                  : ", of half of the rows from " + percent(rows[rows.length / 2]) + " on"));
    }
    long unknown = comparison.rows().stream().filter(d -> d.verdict() == Verdict.UNKNOWN).count();
    if (unknown > 0) {
      out.println(
          unknown
              + (unknown == 1 ? " row is" : " rows are")
              + " unknown: their times are no more than the errors of their estimates");
    }
  }

  /** Writes the fields that all comparisons have. */
  void write(JsonGenerator out) throws IOException {
    out.writeBooleanField("provable", comparison.isProvable());
    out.writeFieldName("total");
    write(comparison.total(), out);
    writeNames("regressions", slower, Difference::name, out);
    writeNames("unproven", unproven, Difference::name, out);
    writeNames("called_more", called, Difference::name, out);
    write("threads", comparison.threads(), out);
    write("rows", comparison.rows(), out);
  }

  static <T> void writeNames(
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
    out.writeNumberField("base_runs_with", d.presence().base());
    out.writeNumberField("head_runs_with", d.presence().head());
    writeKnown("p", d.p(), out);
    writeKnown("detectable_change", d.detectable(), out);
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
