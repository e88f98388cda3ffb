package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Table;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table with what one must know to read it: which traces, which part of them, which time, and
 * what is not shown. For people it stands above and below the table, for programs around it, as
 * docs/schemas/report.schema.json describes.
 */
final class Answer {
  /** The version of the JSON; it changes when a program that reads it would have to. */
  static final String SCHEMA = "dexscope-report-1";

  private final Terminal terminal;
  private final boolean json;
  private final FilterOptions filter;
  private final List<Source> sources = new ArrayList<>();

  /** What is told of a trace. */
  private record Source(TraceInfo info, int threads, Filter filter) {}

  Answer(Terminal terminal, boolean json, FilterOptions filter) {
    this.terminal = terminal;
    this.json = json;
    this.filter = filter;
  }

  /** The figures are of this trace too. */
  void from(Trace trace, Filter part) {
    int active = 0;
    for (TraceThread thread : trace.threads()) {
      active += thread.isActive() ? 1 : 0;
    }
    sources.add(new Source(trace.info(), active, part));
  }

  /**
   * What is shown of what there is.
   *
   * @param rows how many rows there are
   * @param shown how many are shown
   * @param rest how much of the time the others have, as a share; NaN where that means nothing
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

  /** Prints some of so many rows, where the time of the others means nothing. */
  void print(String kind, Timing timing, Table table, int rows) throws IOException {
    print(kind, timing, table, Extent.of(rows, table.size()));
  }

  void print(String kind, Timing timing, Table table, Extent extent) throws IOException {
    print(kind, timing, extent, out -> table.print(out, terminal.columns()), table::writeTo);
  }

  void print(String kind, Timing timing, Extent extent, Lines lines, Json.Content rows)
      throws IOException {
    if (json) {
      Json.print(
          terminal.out(),
          out -> {
            out.writeStartObject();
            head(kind, timing, out);
            out.writeNumberField("rows_total", extent.rows());
            out.writeFieldName("rows");
            rows.writeTo(out);
            out.writeEndObject();
          });
      return;
    }
    PrintStream out = terminal.out();
    heading(timing, out);
    out.println();
    lines.print(out);
    left(extent, out);
  }

  private void heading(Timing timing, PrintStream out) {
    for (Source source : sources) {
      TraceInfo info = source.info();
      out.printf(
          Locale.ROOT,
          "%s: %s, %.3f ms, %d %s%n",
          Terminal.plain(info.file()),
          info.sampled() ? "sampled" : "every call",
          info.elapsedNanos() / 1e6,
          source.threads(),
          source.threads() == 1 ? "thread" : "threads");
    }
    String words = filter.words();
    out.println(
        Terminal.plain(measured(timing)) + (words.isEmpty() ? "" : "; " + Terminal.plain(words)));
  }

  /** What the figures are: time, unless samples were weighed by something else. */
  private String measured(Timing timing) {
    String weights = sources.getFirst().info().keys().getOrDefault("weights", "");
    return weights.isEmpty() ? timing.words() : weights + " instead of nanoseconds";
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

  private void head(String kind, Timing timing, JsonGenerator out) throws IOException {
    out.writeStringField("schema", SCHEMA);
    out.writeStringField("kind", kind);
    out.writeStringField("time", timing.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    out.writeArrayFieldStart("traces");
    for (Source source : sources) {
      TraceInfo info = source.info();
      out.writeStartObject();
      out.writeStringField("file", info.file());
      out.writeStringField("clock", info.clock().key());
      out.writeNumberField("elapsed_ns", info.elapsedNanos());
      out.writeNumberField("threads", source.threads());
      out.writeBooleanField("sampled", info.sampled());
      if (info.keys().containsKey("weights")) {
        out.writeStringField("weights", info.keys().get("weights"));
      }
      out.writeEndObject();
    }
    out.writeEndArray();
    Filter part = sources.getFirst().filter();
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
