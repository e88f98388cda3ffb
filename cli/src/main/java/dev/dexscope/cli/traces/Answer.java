package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.answer.Envelope;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table with its envelope. As text it is above and below the table, as JSON around it, as
 * docs/schemas/report.schema.json describes; comma separated values have no envelope.
 */
final class Answer {
  /** A smaller part of recorded times misleads nobody. */
  private static final double WORTH_TELLING = 0.1;

  /** The version of the JSON; it changes when a program that reads it would have to. */
  static final String SCHEMA = "dexscope-report-1";

  /** The form of the output. */
  enum Style {
    TEXT,
    /** With the names that the trace has. */
    RAW_TEXT,
    JSON,
    CSV
  }

  private final Terminal terminal;
  private final Style style;
  private final boolean isWide;
  private final FilterOptions filter;
  private final Envelope envelope;

  /**
   * @param isWide whether text shows everything, on lines as long as needed
   */
  Answer(Terminal terminal, Style style, boolean isWide, FilterOptions filter, Envelope envelope) {
    this.terminal = terminal;
    this.style = style;
    this.isWide = isWide;
    this.filter = filter;
    this.envelope = envelope;
  }

  /**
   * The shown part of the rows.
   *
   * @param rows the number of all rows
   * @param shown the number of shown rows
   * @param rest the others' share of the time; NaN if it is not defined
   */
  record Extent(int rows, int shown, double rest) {
    static Extent of(int rows, int shown) {
      return new Extent(rows, shown, Double.NaN);
    }
  }

  /** Rows for people. */
  interface Lines {
    void print(PrintStream out);
  }

  void print(String kind, Table table) throws IOException {
    if (style == Style.CSV) {
      TablePrinter.printCsv(table, terminal.out());
      return;
    }
    print(
        kind,
        new Extent(table.total(), table.size(), table.leftShare()),
        out -> print(table, out),
        json -> TablePrinter.write(table, json));
  }

  /** Prints a table of several. */
  void print(Table table, PrintStream out) {
    boolean isTime = envelope.sources().getFirst().weights().isEmpty();
    Table shown = isTime ? table : table.counted();
    TablePrinter printer =
        style == Style.RAW_TEXT ? TablePrinter.raw(shown) : TablePrinter.of(shown);
    if (isWide) {
      printer.printWide(out);
    } else {
      printer.print(out, terminal.columns());
    }
  }

  /** Prints what is more than one table. */
  void print(String kind, Extent extent, Lines lines, Json.Content rows) throws IOException {
    if (style == Style.CSV) {
      throw CliException.usage("--csv for a " + kind, "use --json: it is not a single table");
    }
    if (style == Style.JSON) {
      Json.print(
          terminal.out(),
          out -> {
            out.writeStartObject();
            head(kind, out);
            out.writeNumberField("rows_total", extent.rows());
            out.writeFieldName("rows");
            rows.writeTo(out);
            out.writeEndObject();
          });
      return;
    }
    PrintStream out = terminal.out();
    heading(out);
    out.println();
    lines.print(out);
    left(extent, out);
  }

  private void heading(PrintStream out) {
    boolean sampled = false;
    boolean platformSampled = false;
    boolean absent = false;
    boolean fused = false;
    double recording = 0;
    for (Envelope.Source source : envelope.sources()) {
      TraceInfo info = source.info();
      sampled |= info.sampled();
      fused |= info.isFused();
      recording = Math.max(recording, source.recording());
      platformSampled |= info.hasPlatformSamples() && !info.isFused();
      absent |= info.absentCalls() > 0;
      out.printf(
          Locale.ROOT,
          "%s: %s, %s, %d %s%n",
          Terminal.plain(info.file()),
          info.recordedCalls(),
          info.amount(info.elapsedNanos()),
          source.threads(),
          source.threads() == 1 ? "thread" : "threads");
    }
    if (envelope.sources().size() == 1) {
      otherKinds(envelope.sources().getFirst().info(), out);
    }
    if (absent) {
      out.println(
          "the calls that are not there are only counted, and their time is shown as their callers';"
              + " the file of calls beside the trace (dexscope.0.calls) has all");
    }
    if (platformSampled) {
      out.println(
          "~: the platform's methods by samples; their times are estimates, and their counts are of"
              + " how often samples saw them begin");
    }
    if (sampled) {
      out.println(
          "samples: times are estimates, and counts are of how often samples saw a method begin, not"
              + " of its calls");
    }
    if (fused) {
      out.println(
          "the platform's time is in the methods that called it; unknown: fewer than four samples");
    }
    if (recording >= WORTH_TELLING) {
      out.printf(
          Locale.ROOT,
          "at least %.0f %% of this time is its recording, most of all in short methods and in those that"
              + " call them: dexscope profile, or run --sample 1000, has times without it%n",
          100 * recording);
    }
    String words = filter.words();
    out.println(
        Terminal.plain(envelope.measured())
            + (words.isEmpty() ? "" : "; " + Terminal.plain(words)));
  }

  /** Where a program waits, its processor time has no answer. */
  private static void otherKinds(TraceInfo info, PrintStream out) {
    String others = info.keys().getOrDefault(TraceInfo.OTHER_EVENTS, "");
    if (!others.isEmpty()) {
      String shown = info.keys().getOrDefault(TraceInfo.EVENT, "");
      out.println(Terminal.plain("shown is " + shown + "; also recorded, see --event: " + others));
    }
  }

  private static void left(Extent extent, PrintStream out) {
    int left = extent.rows() - extent.shown();
    if (left > 0) {
      String rest =
          Double.isNaN(extent.rest())
              ? ""
              : String.format(Locale.ROOT, " with %.1f%% of the time", 100 * extent.rest());
      out.println();
      out.println(left + " more " + (left == 1 ? "row" : "rows") + rest + "; --top 0 shows all");
    }
  }

  private void head(String kind, JsonGenerator out) throws IOException {
    out.writeStringField("schema", SCHEMA);
    out.writeStringField("kind", kind);
    out.writeStringField("time", envelope.measure().key());
    out.writeArrayFieldStart("traces");
    for (Envelope.Source source : envelope.sources()) {
      TraceInfo info = source.info();
      out.writeStartObject();
      out.writeStringField("file", info.file());
      out.writeStringField("clock", info.clock().key());
      out.writeNumberField("elapsed_ns", info.elapsedNanos());
      out.writeNumberField("threads", source.threads());
      out.writeBooleanField("sampled", info.sampled());
      if (info.absentCalls() > 0) {
        out.writeNumberField("absent_calls", info.absentCalls());
      }
      if (!source.weights().isEmpty()) {
        out.writeStringField("weights", source.weights());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
    Filter part = envelope.sources().getFirst().filter();
    out.writeObjectFieldStart("filter");
    strings("include", part.include(), out);
    strings("exclude", part.exclude(), out);
    strings("threads", part.threads(), out);
    out.writeNumberField("from_ns", part.fromNanos());
    number("to_ns", part.toNanos() == Long.MAX_VALUE ? null : part.toNanos(), out);
    out.writeNumberField("minimum_ns", part.minimumNanos());
    out.writeEndObject();
  }

  private static void strings(String field, List<String> values, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart(field);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  private static void number(String field, @Nullable Long value, JsonGenerator out)
      throws IOException {
    if (value == null) {
      out.writeNullField(field);
    } else {
      out.writeNumberField(field, value);
    }
  }
}
