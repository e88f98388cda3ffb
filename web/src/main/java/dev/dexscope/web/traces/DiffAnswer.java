package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.ComparedPaths;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.util.List;

/**
 * One trace compared with another: a row for each method, class or package, and the call paths with
 * what each of the two took for it.
 */
final class DiffAnswer {
  private static final int MOST_ROWS = 5000;
  private static final int PARTS = 3000;

  private final TraceApi api;

  DiffAnswer(TraceApi api) {
    this.api = api;
  }

  void write(Exchange exchange) throws IOException {
    OpenTrace head = api.open(exchange, "trace");
    OpenTrace base = api.open(exchange, "base");
    Selection selection = Selection.of(exchange, head.trace());
    Timing timing = selection.timing();
    if (!timing.isIn(base.trace().info().clock())) {
      throw HttpException.badRequest(
          "the trace to compare with does not contain " + timing.words());
    }
    // Threads have other numbers there, and other moments.
    Filter of = selection.filter();
    var words = new Filter(of.include(), of.exclude(), List.of(), 0, Long.MAX_VALUE, 0);
    Grouping by = exchange.word("by", Grouping.class, Grouping.METHOD);
    byte[] json =
        api.workers()
            .compute(() ->
                Exchange.jsonBytes(out -> {
                  out.writeStringField("base", base.title());
                  out.writeStringField("head", head.title());
                  write(base.view(words), head.view(words), by, timing, out);
                }));
    exchange.bytes("application/json", json);
  }

  private static void write(View base, View head, Grouping by, Timing timing, JsonGenerator out)
      throws IOException {
    Comparison rows =
        Comparison.of(
            List.of(Comparison.Run.of(base, by, timing, false)),
            List.of(Comparison.Run.of(head, by, timing, false)),
            Criteria.USUAL);
    rows(rows, out);
    paths(ComparedPaths.of(List.of(base), List.of(head), timing, Criteria.USUAL), out);
  }

  private static void rows(Comparison comparison, JsonGenerator out) throws IOException {
    out.writeNumberField("baseTotal", Math.round(comparison.total().base().mean()));
    out.writeNumberField("headTotal", Math.round(comparison.total().head().mean()));
    List<Difference> all = comparison.rows();
    out.writeNumberField("rowsTotal", all.size());
    out.writeArrayFieldStart("rows");
    for (int i = 0; i < all.size(); i++) {
      // The worst and the best; between them is what has hardly changed.
      if (i < MOST_ROWS / 2 || i >= all.size() - MOST_ROWS / 2) {
        Difference row = all.get(i);
        out.writeStartObject();
        out.writeStringField("name", ReadableName.of(row.name()));
        out.writeNumberField("base", Math.round(row.base().mean()));
        out.writeNumberField("head", Math.round(row.head().mean()));
        out.writeNumberField("baseCalls", row.calls().baseMost());
        out.writeNumberField("headCalls", row.calls().headMost());
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }

  /** Callers stand before their callees; what is narrow in both is left out, with all below. */
  private static void paths(ComparedPaths compared, JsonGenerator out) throws IOException {
    List<ComparedPaths.Path> paths = compared.paths();
    double least = Math.max(1, widest(paths.getFirst()) / PARTS);
    int[] number = new int[paths.size()];
    int[] names = new int[compared.names().size()];
    int met = 0;
    int count = 0;
    out.writeArrayFieldStart("paths");
    for (int i = 0; i < number.length; i++) {
      ComparedPaths.Path path = paths.get(i);
      boolean isKept = path.caller() < 0 || number[path.caller()] >= 0;
      if (!isKept || widest(path) < least) {
        number[i] = -1;
        continue;
      }
      number[i] = count++;
      if (path.name() >= 0 && names[path.name()] == 0) {
        names[path.name()] = ++met;
      }
      out.writeStartArray();
      out.writeNumber(path.caller() < 0 ? -1 : number[path.caller()]);
      out.writeNumber(path.name() < 0 ? -1 : names[path.name()] - 1);
      out.writeNumber(Math.round(path.difference().base().mean()));
      out.writeNumber(Math.round(path.difference().head().mean()));
      out.writeEndArray();
    }
    out.writeEndArray();
    String[] used = new String[met];
    for (int i = 0; i < names.length; i++) {
      if (names[i] > 0) {
        used[names[i] - 1] = compared.names().get(i);
      }
    }
    Columns.write(out, "names", List.of(used));
  }

  private static double widest(ComparedPaths.Path path) {
    return Math.max(path.difference().base().mean(), path.difference().head().mean());
  }
}
