package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.timeline.Box;
import dev.dexscope.trace.timeline.Timeline;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.util.List;

/**
 * What some threads did in a window of time, as boxes of at least a pixel. The query: {@code
 * thread}, {@code from} and {@code to} in nanoseconds, {@code pixels}, and {@code rows}: how deep.
 */
final class TimelineAnswer {
  private static final int MOST_PIXELS = 8192;
  private static final int MOST_ROWS = 2000;
  private static final int ROWS = 64;

  private TimelineAnswer() {}

  static void write(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    Timeline timeline = open.timeline();
    MethodTable methods = open.trace().methods();
    long from = exchange.integer("from", Long.MIN_VALUE, Long.MAX_VALUE, timeline.begin());
    long to = exchange.integer("to", Long.MIN_VALUE, Long.MAX_VALUE, timeline.end());
    if (to < from || to - from < 0) {
      throw HttpException.badRequest("to is before from");
    }
    long end = Math.max(to, from + 1);
    int pixels = (int) exchange.integer("pixels", 1, MOST_PIXELS, 1200);
    long rows = exchange.integer("rows", 1, MOST_ROWS, ROWS);
    var names = new Names(methods);
    out.writeNumberField("from", from);
    out.writeNumberField("to", end);
    out.writeNumberField("resolution", Timeline.resolution(from, end, pixels));
    out.writeArrayFieldStart("threads");
    int threads = open.trace().threads().size();
    for (int thread : Selection.numbers(exchange, "thread", threads)) {
      thread(thread, timeline.window(thread, from, end, pixels), rows, from, names, out);
    }
    out.writeEndArray();
    names.write(out);
  }

  private static void thread(
      int thread, List<Box> boxes, long rows, long from, Names names, JsonGenerator out)
      throws IOException {
    // By depth, the deepest last.
    int deepest = boxes.isEmpty() ? 0 : boxes.getLast().depth() + 1;
    int size = boxes.size();
    while (size > 0 && boxes.get(size - 1).depth() >= rows) {
      size--;
    }
    out.writeStartObject();
    out.writeNumberField("thread", thread);
    out.writeNumberField("deepest", deepest);
    Columns.write(out, "depth", size, i -> boxes.get(i).depth());
    // From the window's start: such numbers are short.
    Columns.write(out, "begin", size, i -> boxes.get(i).from() - from);
    Columns.write(out, "length", size, i -> boxes.get(i).to() - boxes.get(i).from());
    Columns.write(out, "busy", size, i -> boxes.get(i).busy());
    Columns.write(out, "calls", size, i -> boxes.get(i).calls());
    Columns.write(out, "method", size, i -> names.number(boxes.get(i).method()));
    out.writeEndObject();
  }
}
