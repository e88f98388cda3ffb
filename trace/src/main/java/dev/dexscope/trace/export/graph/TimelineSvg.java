package dev.dexscope.trace.export.graph;

import dev.dexscope.base.text.Xml;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Hues;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.timeline.Box;
import dev.dexscope.trace.timeline.Timeline;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The calls over time as an SVG picture: threads one above the other, callees below their callers,
 * time to the right. Calls too short to be visible alone are drawn together, paler if they took
 * less of the time.
 */
public final class TimelineSvg {
  private static final int WIDTH = 1200;
  private static final int MARGIN = 16;
  private static final int HEAD = 46;
  private static final int THREAD_HEAD = 20;
  private static final int ROW = 15;

  /** Boxes narrower than two pixels are drawn together: they could not be distinguished. */
  private static final int COLUMNS = WIDTH / 2;

  /** Deeper calls are omitted: the picture would be too high to scroll. */
  private static final int MOST_ROWS = 64;

  private static final int TICK_LABEL = 40;

  /** If the picture is a page of its own, the axis stays at the top of the window. */
  private static final String AXIS_STAYS =
      """
      <script>
      const axis = document.getElementById("axis"), root = document.documentElement;
      addEventListener("scroll", () => {
        const scale = root.viewBox.baseVal.width / root.getBoundingClientRect().width;
        axis.setAttribute("transform", `translate(0 ${Math.max(0, scrollY * scale)})`);
      });
      </script>
      """;

  private static final double LETTER = 6.2;
  private static final double LEAST_TITLED = 3;

  private final View view;
  private final int[] hues;
  private final long from;
  private final long to;
  private final Writer out;

  private TimelineSvg(View view, long from, long to, Writer out) {
    this.view = view;
    this.hues = Hues.of(view.methods());
    this.from = from;
    this.to = to;
    this.out = out;
  }

  /**
   * Draws a span of time.
   *
   * @param view of all the time, so that calls that reach over the span's ends are whole
   * @param fromNanos where the span begins, from the trace's start
   * @param toNanos where it ends; what lies outside of the trace is not drawn
   * @throws IOException if it cannot be written
   */
  public static void write(View view, long fromNanos, long toNanos, OutputStream out)
      throws IOException {
    Timeline timeline = Timeline.of(view);
    Timeline.Span span = timeline.within(fromNanos, toNanos);
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    new TimelineSvg(view, span.from(), span.to(), writer).picture(timeline);
    writer.flush();
  }

  private void picture(Timeline timeline) throws IOException {
    var body = new StringBuilder();
    int y = HEAD;
    for (View.Part part : view.threads()) {
      List<Box> boxes = timeline.window(part.number(), from, to, COLUMNS);
      if (!boxes.isEmpty()) {
        y = thread(part.thread(), boxes, y, body);
      }
    }
    head(y + MARGIN);
    out.append(body);
    axis();
    out.append(AXIS_STAYS).append("</svg>\n");
  }

  private void head(int height) throws IOException {
    int width = WIDTH + 2 * MARGIN;
    String title = view.title();
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" style=\"max-width:100%%;height:auto\" role=\"img\">\n",
            width,
            height,
            width,
            height));
    out.append("<title>Timeline of ").append(Xml.escaped(title)).append("</title>\n");
    out.append(
        """
        <style>
        svg { background: #fff; font: 10px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        text { fill: #2b2723; }
        .head { font: bold 13px Helvetica, Arial, "DejaVu Sans", sans-serif; }
        .note { fill: #6d675e; font: 11px Helvetica, Arial, "DejaVu Sans", sans-serif; }
        .name { pointer-events: none; }
        rect:hover { stroke: #b3430a; }
        line { stroke: #dcd7ce; }
        .ground { fill: #fff; stroke: none; }
        @media (max-width: 900px) {
          .head, .note { font-size: 17px; }
          .name { display: none; }
        }
        @media (prefers-color-scheme: dark) {
          svg { background: #17171a; }
          .ground { fill: #17171a; }
          .head { fill: #ece8e1; }
          .note { fill: #b9b2a6; }
          line { stroke: #34343a; }
          rect { filter: brightness(.8); }
        }
        </style>
        """);
    for (long time : ticks()) {
      double x = x(time);
      out.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%.1f\" y1=\"38\" x2=\"%.1f\" y2=\"%d\"/>",
              x,
              x,
              height - MARGIN));
    }
    out.append('\n');
  }

  /** The title and the times, above what scrolls below them. */
  private void axis() throws IOException {
    out.append("<g id=\"axis\">");
    int width = WIDTH + 2 * MARGIN;
    out.append("<rect class=\"ground\" width=\"" + width + "\" height=\"" + (HEAD - 4) + "\"/>");
    text(out, "head", MARGIN, 20, view.title());
    List<Long> ticks = ticks();
    long step = ticks.size() < 2 ? to - from : ticks.get(1) - ticks.get(0);
    for (long time : ticks) {
      text(out, "note", x(time) + 2, 38, time(time, step));
    }
    out.append("</g>\n");
  }

  /** Round times, five to ten of them. */
  private List<Long> ticks() {
    long step = 1;
    for (int i = 0; (to - from) / step > 10; i++) {
      step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    List<Long> ticks = new ArrayList<>();
    for (long time = Math.ceilDiv(from, step) * step; time <= to; time += step) {
      if (x(time) <= WIDTH + MARGIN - TICK_LABEL) {
        ticks.add(time);
      }
    }
    return ticks;
  }

  /** In seconds where the span has some, else in the unit that a step is some of. */
  private String time(long nanos, long step) {
    if (to >= 1_000_000_000 && step >= 1_000_000) {
      int digits = step >= 1_000_000_000 ? 0 : step >= 100_000_000 ? 1 : step >= 10_000_000 ? 2 : 3;
      return String.format(Locale.ROOT, "%." + digits + "f s", nanos / 1e9);
    }
    if (step >= 1_000_000) {
      return nanos / 1_000_000 + " ms";
    }
    return step >= 1000 ? nanos / 1000 + " \u00b5s" : nanos + " ns";
  }

  private double x(long time) {
    double share = (double) (time - from) / (to - from);
    return MARGIN + WIDTH * Math.clamp(share, 0.0, 1.0);
  }

  private int thread(TraceThread thread, List<Box> boxes, int y, StringBuilder body)
      throws IOException {
    int rows = boxes.getLast().depth() + 1;
    String left = rows > MOST_ROWS ? ", " + (rows - MOST_ROWS) + " rows omitted below" : "";
    text(body, "note", MARGIN, y + 14, thread.name() + " (" + thread.id() + ")" + left);
    body.append('\n');
    for (Box box : boxes) {
      if (box.depth() < MOST_ROWS) {
        box(box, y + THREAD_HEAD + box.depth() * ROW, body);
      }
    }
    return y + THREAD_HEAD + Math.min(rows, MOST_ROWS) * ROW + MARGIN / 2;
  }

  private void box(Box box, int y, StringBuilder body) throws IOException {
    double left = x(box.from());
    double width = Math.max(0.5, x(box.to()) - left - 0.3);
    long length = box.to() - box.from();
    double busy = length == 0 ? 1 : (double) box.busy() / length;
    Method method = view.methods().get(box.method());
    body.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"hsl(%d 65%% %d%%)\"",
            left,
            y,
            width,
            ROW - 1,
            hues[box.method()],
            Math.round(94 - 20 * busy)));
    if (width < LEAST_TITLED) {
      body.append("/>\n");
      return;
    }
    body.append("><title>").append(Xml.escaped(description(box, method)));
    body.append("</title></rect>");
    int letters = (int) ((width - 4) / LETTER);
    if (box.calls() == 1 && letters > 2) {
      String name = shortName(method);
      String shown = name.length() <= letters ? name : name.substring(0, letters - 1) + "\u2026";
      text(body, "name", left + 2, y + 10.5, shown);
    }
    body.append('\n');
  }

  private static String description(Box box, Method method) {
    String what =
        box.calls() == 1
            ? ReadableName.of(method)
            : String.format(Locale.ROOT, "%,d calls, the longest of ", box.calls())
                + ReadableName.of(method);
    return what
        + String.format(
            Locale.ROOT,
            ": %.3f ms at %.3f ms%s",
            box.busy() / 1e6,
            box.from() / 1e6,
            box.calls() == 1 ? "" : String.format(Locale.ROOT, " to %.3f ms", box.to() / 1e6));
  }

  /** {@code Type.method}. */
  private static String shortName(Method method) {
    String type = method.className().substring(method.className().lastIndexOf('.') + 1);
    return type.isEmpty() ? method.name() : type + "." + method.name();
  }

  private static void text(Appendable to, String kind, double x, double y, String text)
      throws IOException {
    to.append(String.format(Locale.ROOT, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y));
    to.append(Xml.escaped(text)).append("</text>");
  }
}
