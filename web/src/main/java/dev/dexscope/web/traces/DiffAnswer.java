package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.ComparedPaths;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.NumberedNames;
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

  private final TraceApi api;

  DiffAnswer(TraceApi api) {
    this.api = api;
  }

  void write(Exchange exchange) throws IOException {
    OpenTrace head = api.open(exchange, "trace");
    OpenTrace base = api.open(exchange, "base");
    Selection selection = Selection.of(exchange, head.trace());
    boolean isAsked = !exchange.parameter("time").isEmpty();
    Timing timing =
        isAsked || selection.timing().isIn(base.trace().info().clock())
            ? selection.timing()
            : Timing.usual(head.trace().info());
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
    NumberedNames.Sides sides =
        NumberedNames.joined(
            List.of(Comparison.Run.of(base, by, timing, false)),
            List.of(Comparison.Run.of(head, by, timing, false)),
            Criteria.USUAL);
    Comparison rows = Comparison.of(sides.base(), sides.head(), Criteria.USUAL);
    out.writeStringField("time", timing.key());
    out.writeNumberField("base_total_ns", Math.round(rows.total().base().mean()));
    out.writeNumberField("head_total_ns", Math.round(rows.total().head().mean()));
    new TableAnswer(head.methods(), new Names(head.methods()))
        .write(DifferenceTable.of(rows, MOST_ROWS), out);
    paths(ComparedPaths.of(List.of(base), List.of(head), timing, Criteria.USUAL), out);
  }

  private static void paths(ComparedPaths compared, JsonGenerator out) throws IOException {
    List<PathsAnswer.Node> nodes =
        compared.paths().stream()
            .map(each ->
                new PathsAnswer.Node(
                    each.caller(),
                    each.name(),
                    each.difference().base().mean(),
                    each.difference().head().mean()))
            .toList();
    PathsAnswer.write(nodes, compared.names(), out);
  }
}
