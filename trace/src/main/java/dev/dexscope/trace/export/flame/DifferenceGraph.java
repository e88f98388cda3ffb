package dev.dexscope.trace.export.flame;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.analysis.CallCounts;
import dev.dexscope.trace.analysis.ComparedPaths;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Timing;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A differential flame graph in one HTML file without dependencies: increases are red, decreases
 * are blue, unproven and unknown differences are pale and hatched; widths are those of the runs
 * after, or before. The page is {@code diff.html}; its data are the call paths as columns.
 */
public final class DifferenceGraph {
  private static final double CONFIDENCE = 0.95;

  private DifferenceGraph() {}

  /**
   * Writes the page.
   *
   * @param title the compared traces
   * @param timing the compared time
   * @throws IOException if it cannot be written
   */
  public static void write(ComparedPaths paths, String title, Timing timing, OutputStream out)
      throws IOException {
    Page.write("diff.html", out, json -> data(paths, title, timing, json));
  }

  private static void data(ComparedPaths paths, String title, Timing timing, JsonGenerator json)
      throws IOException {
    Difference whole = paths.paths().getFirst().difference();
    json.writeStartObject();
    json.writeStringField("title", title);
    json.writeStringField("time", timing.words());
    json.writeBooleanField("provable", paths.isProvable());
    json.writeArrayFieldStart("runs");
    json.writeNumber(whole.base().runs());
    json.writeNumber(whole.head().runs());
    json.writeEndArray();
    json.writeArrayFieldStart("names");
    for (String name : paths.names()) {
      json.writeString(name);
    }
    json.writeEndArray();
    column(json, "caller", paths, path -> path.caller());
    column(json, "name", paths, path -> path.name());
    column(json, "base", paths, path -> Math.round(path.difference().base().mean()));
    column(json, "head", paths, path -> Math.round(path.difference().head().mean()));
    texts(json, "verdict", paths, d -> d.verdict().name().toLowerCase(Locale.ROOT));
    figures(json, "p", paths, Difference::p);
    figures(json, "least", paths, d -> known(d, d.least(CONFIDENCE)));
    figures(json, "most", paths, d -> known(d, d.most(CONFIDENCE)));
    texts(json, "calls", paths, d -> calls(d.calls()));
    json.writeEndObject();
  }

  private static double known(Difference difference, double value) {
    return difference.shift().isTestable() ? value : Double.NaN;
  }

  private static String calls(CallCounts calls) {
    String before = range(calls.baseLeast(), calls.baseMost());
    return calls.isSame() ? before : before + " → " + range(calls.headLeast(), calls.headMost());
  }

  private static String range(long least, long most) {
    return least == most ? Long.toString(least) : least + ".." + most;
  }

  @FunctionalInterface
  private interface Column {
    long of(ComparedPaths.Path path);
  }

  private static void column(JsonGenerator json, String name, ComparedPaths paths, Column column)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (ComparedPaths.Path path : paths.paths()) {
      json.writeNumber(column.of(path));
    }
    json.writeEndArray();
  }

  private static void texts(
      JsonGenerator json, String name, ComparedPaths paths, Function<Difference, String> text)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (ComparedPaths.Path path : paths.paths()) {
      json.writeString(text.apply(path.difference()));
    }
    json.writeEndArray();
  }

  /** Four digits suffice for display; unknown values are null. */
  private static void figures(
      JsonGenerator json, String name, ComparedPaths paths, ToDoubleFunction<Difference> figure)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (ComparedPaths.Path path : paths.paths()) {
      double value = figure.applyAsDouble(path.difference());
      if (Double.isFinite(value)) {
        json.writeNumber(Math.round(1e4 * value) / 1e4);
      } else {
        json.writeNull();
      }
    }
    json.writeEndArray();
  }
}
