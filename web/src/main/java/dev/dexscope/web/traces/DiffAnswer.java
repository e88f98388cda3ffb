package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.ComparedPaths;
import dev.dexscope.trace.analysis.ComparedPaths.Path;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.DifferenceTable;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.util.ArrayList;
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
    Filter of = selection.filter();
    Filter there = paired(of, head.trace(), base.trace());
    Grouping by = exchange.word("by", Grouping.class, Grouping.METHOD);
    byte[] json =
        api.workers()
            .compute(() ->
                Exchange.jsonBytes(out -> {
                  out.writeStringField("base", base.title());
                  out.writeStringField("head", head.title());
                  write(base.view(there), head.view(of), by, timing, out);
                }));
    exchange.bytes("application/json", json);
  }

  /** The same part of another trace: ids of threads differ from run to run, their names do not. */
  private static Filter paired(Filter filter, Trace head, Trace base) {
    List<String> names = new ArrayList<>();
    for (TraceThread thread : head.threads()) {
      if (filter.threads().contains(Long.toString(thread.id()))) {
        names.add(thread.name());
      }
    }
    if (!names.isEmpty()
        && base.threads().stream().noneMatch(each -> names.contains(each.name()))) {
      throw HttpException.notFound(
          "the trace to compare with has no thread " + String.join(", ", names));
    }
    return new Filter(
        filter.include(),
        filter.exclude(),
        names,
        filter.fromNanos(),
        filter.toNanos(),
        filter.minimumNanos(),
        filter.transforms());
  }

  private static void write(View base, View head, Grouping by, Timing timing, JsonGenerator out)
      throws IOException {
    Comparison rows =
        Comparison.of(
            List.of(Comparison.Run.of(base, by, timing, false)),
            List.of(Comparison.Run.of(head, by, timing, false)),
            Criteria.USUAL);
    out.writeStringField("time", timing.key());
    out.writeNumberField("base_total_ns", Math.round(rows.total().base().mean()));
    out.writeNumberField("head_total_ns", Math.round(rows.total().head().mean()));
    new TableAnswer(head.methods(), new Names(head.methods()))
        .write(DifferenceTable.of(rows, MOST_ROWS), out);
    paths(ComparedPaths.of(List.of(base), List.of(head), timing, Criteria.USUAL), out);
  }

  /** Callers stand before their callees; what is narrow in both is left out, with all below. */
  private static void paths(ComparedPaths compared, JsonGenerator out) throws IOException {
    List<Path> kept = new ArrayList<>();
    List<Path> paths = compared.paths();
    double least = Math.max(1, widest(paths.getFirst()) / PARTS);
    int[] number = new int[paths.size()];
    for (int i = 0; i < number.length; i++) {
      Path path = paths.get(i);
      boolean isKept = path.caller() < 0 || number[path.caller()] >= 0;
      number[i] = isKept && widest(path) >= least ? kept.size() : -1;
      if (number[i] >= 0) {
        kept.add(path);
      }
    }
    List<Integer> names =
        kept.stream().map(Path::name).filter(name -> name >= 0).distinct().toList();
    int[] named = new int[compared.names().size()];
    for (int i = 0; i < names.size(); i++) {
      named[names.get(i)] = i;
    }
    out.writeObjectFieldStart("paths");
    int size = kept.size();
    Columns.write(out, "caller", size, i -> number(kept.get(i).caller(), number));
    Columns.write(out, "name", size, i -> number(kept.get(i).name(), named));
    Columns.write(out, "base_ns", size, i -> Math.round(kept.get(i).difference().base().mean()));
    Columns.write(out, "head_ns", size, i -> Math.round(kept.get(i).difference().head().mean()));
    out.writeEndObject();
    Columns.write(out, "names", names.stream().map(compared.names()::get).toList());
  }

  /** The number that something has in the answer; -1 for none. */
  private static int number(int of, int[] numbers) {
    return of < 0 ? -1 : numbers[of];
  }

  private static double widest(Path path) {
    return Math.max(path.difference().base().mean(), path.difference().head().mean());
  }
}
