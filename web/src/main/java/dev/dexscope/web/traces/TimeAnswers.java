package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.analysis.Activity;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.timeline.Timeline;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.util.List;

/** Where in time a trace's threads were busy, and its methods called. */
final class TimeAnswers {
  private static final int MOST_MARKS = 50_000;
  private static final int MOST_METHODS = 1000;
  private static final int MOST_SLICES = 100_000;

  /** Each slice of each thread is counted apart, in 8 bytes. */
  private static final int MOST_CELLS = 8_000_000;

  private TimeAnswers() {}

  static void activity(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    open.beginTimeline();
    long from = exchange.integer("from", 0, Long.MAX_VALUE, 0);
    long to = exchange.integer("to", from, Long.MAX_VALUE, Long.MAX_VALUE);
    Activity activity = to < Long.MAX_VALUE ? open.activity(from, to) : open.activity();
    Timeline timeline = open.timeline();
    out.writeNumberField("begin", timeline.begin());
    out.writeNumberField("end", timeline.end());
    out.writeArrayFieldStart("threads");
    for (View.Part part : open.view(Filter.ALL).threads()) {
      int[] percents = activity.percents(part.number());
      out.writeStartObject();
      out.writeNumberField("thread", part.number());
      Columns.write(out, "busy", percents.length, i -> percents[i]);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  /** Where in time a method's calls are, and the longest of them. */
  static void spread(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    Filter filter = Selection.of(exchange, open.trace()).filter();
    View view = open.view(filter);
    int method = (int) exchange.integer("method", 0, view.methods().size() - 1, 0);
    int spans = (int) exchange.integer("spans", 1, OpenTrace.SPANS, 200);
    long end = Math.min(filter.toNanos(), open.timeline().end());
    Spread spread = Spread.of(view, method, filter.fromNanos(), end, spans);
    out.writeNumberField("from", filter.fromNanos());
    out.writeNumberField("to", end);
    if (spread.longestThread() >= 0) {
      out.writeObjectFieldStart("longest");
      out.writeNumberField("thread", spread.longestThread());
      out.writeNumberField("start_ns", spread.longestBegin());
      out.writeNumberField("time_ns", spread.longest());
      out.writeNumberField("cpu_ns", spread.longestCpu());
      out.writeEndObject();
    }
    out.writeArrayFieldStart("threads");
    for (View.Part part : view.threads()) {
      int thread = part.number();
      if (spread.calls(thread) > 0) {
        out.writeStartObject();
        out.writeNumberField("thread", thread);
        out.writeNumberField("calls", spread.calls(thread));
        out.writeNumberField("time_ns", spread.time(thread));
        Columns.write(out, "busy", spans, i -> spread.percent(thread, i));
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }

  /** How busy the selected threads were together in equal slices of the whole time. */
  static void heat(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    Filter filter = Selection.of(exchange, open.trace()).filter().atAnyTime();
    long slice = exchange.integer("slice", 1, Long.MAX_VALUE, 20_000_000);
    long end = open.timeline().end();
    int most = MOST_CELLS / open.trace().threads().size();
    int slices = (int) Math.min(Math.min(MOST_SLICES, most), end / slice + 1);
    Activity activity = Activity.of(open.view(filter), 0, slices * slice, slices);
    int[] busy = new int[slices];
    for (View.Part part : open.view(filter).threads()) {
      int[] percents = activity.percents(part.number());
      for (int i = 0; i < slices; i++) {
        busy[i] += percents[i];
      }
    }
    out.writeNumberField("slice", slice);
    out.writeNumberField("end", end);
    Columns.write(out, "busy", slices, i -> busy[i]);
  }

  static void occurrences(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    View view = open.view(Selection.of(exchange, open.trace()).filter());
    List<Integer> methods = Selection.numbers(exchange, "method", view.methods().size());
    if (methods.size() > MOST_METHODS) {
      throw HttpException.badRequest("more than " + MOST_METHODS + " methods");
    }
    var remembered =
        new Occurrences.Remembered(
            (int) exchange.integer("most", 1, MOST_MARKS, 2000),
            exchange.integer("after", Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE),
            exchange.integer("before", Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE),
            exchange.integer("apart", 0, Long.MAX_VALUE / 4, 0));
    Occurrences found = Occurrences.of(view, methods, remembered);
    var names = new Names(view.methods());
    out.writeNumberField("count", found.count());
    Columns.write(out, "thread", found.size(), found::thread);
    Columns.write(out, "depth", found.size(), found::depth);
    Columns.write(out, "begin", found.size(), found::begin);
    Columns.write(out, "method", found.size(), i -> names.number(found.method(i)));
    names.write(out);
  }
}
