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
 * The calls of some threads in a window of time, as boxes of at least a pixel. The query: {@code
 * thread}, {@code from} and {@code to} in nanoseconds, {@code pixels}, {@code rows}: the number of
 * levels of calls, and {@code first}: the first level, for each thread.
 */
final class TimelineAnswer {
  private static final int MOST_PIXELS = 8192;
  private static final int MOST_ROWS = 2000;
  private static final int DEEPEST = 1 << 24;
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
    List<Integer> firsts = Selection.numbers(exchange, "first", DEEPEST);
    List<Integer> asked = Selection.numbers(exchange, "thread", threads);
    for (int i = 0; i < asked.size(); i++) {
      int thread = asked.get(i);
      int first = i < firsts.size() ? firsts.get(i) : 0;
      List<Box> boxes = timeline.window(thread, from, end, pixels);
      // By depth, the deepest last.
      int deepest = boxes.isEmpty() ? 0 : boxes.getLast().depth() + 1;
      List<Box> shown = boxes.subList(upTo(first, boxes), upTo(first + rows, boxes));
      thread(thread, deepest, shown, from, names, out);
    }
    out.writeEndArray();
    names.write(out);
  }

  /** Returns how many boxes are above a level. */
  private static int upTo(long level, List<Box> boxes) {
    int from = 0;
    int to = boxes.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (boxes.get(middle).depth() < level) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private static void thread(
      int thread, int deepest, List<Box> boxes, long from, Names names, JsonGenerator out)
      throws IOException {
    int size = boxes.size();
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
