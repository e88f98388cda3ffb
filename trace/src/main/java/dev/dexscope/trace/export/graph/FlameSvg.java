package dev.dexscope.trace.export.graph;

import dev.dexscope.base.text.Xml;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Hues;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.flame.FlameFrames;
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
 * A flame graph as an SVG picture, callees above their callers. It has neither scripts nor style
 * sheets, so that it is shown wherever pictures are, also under a strict content security policy.
 */
public final class FlameSvg {
  private static final int WIDTH = 1200;
  private static final int MARGIN = 10;
  private static final int HEAD = 34;
  private static final int ROW = 16;
  private static final double LETTER = 6.7;

  /** A tenth of a pixel. */
  private static final double LEAST = 0.1 / WIDTH;

  private final View view;
  private final int[] hues;
  private final List<FlameFrames.Frame> frames = new ArrayList<>();

  private FlameSvg(View view) {
    this.view = view;
    this.hues = Hues.of(view.methods());
  }

  /**
   * Draws all threads beside each other.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(View view, Timing timing, OutputStream out) throws IOException {
    var picture = new FlameSvg(view);
    FlameFrames.visit(view, timing, LEAST, picture.new Collected());
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    picture.draw(timing, writer);
    writer.flush();
  }

  private final class Collected implements FlameFrames.Visitor {
    @Override
    public void enter(FlameFrames.Frame frame) {
      frames.add(frame);
    }

    @Override
    public void leave() {
      // A picture needs to know only where frames stand.
    }
  }

  private void draw(Timing timing, Writer out) throws IOException {
    int rows = 1;
    for (FlameFrames.Frame frame : frames) {
      rows = Math.max(rows, frame.row() + 1);
    }
    int width = WIDTH + 2 * MARGIN;
    int height = HEAD + rows * ROW + MARGIN;
    String title = Xml.escaped(view.title());
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" role=\"img\" font-size=\"11\" font-family=\"ui-monospace, Menlo,"
                + " Consolas, 'DejaVu Sans Mono', monospace\">\n",
            width,
            height,
            width,
            height));
    out.append("<title>Flame graph of ").append(title).append("</title>\n");
    out.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    out.append("<text x=\"" + MARGIN + "\" y=\"20\" font-size=\"13\" font-weight=\"bold\">");
    out.append(title).append(", ").append(timing.words());
    if (rows == FlameFrames.MOST_ROWS) {
      out.append("; deeper calls are omitted");
    }
    out.append("</text>\n");
    double scale = (double) WIDTH / Math.max(1, frames.getFirst().nanos());
    for (FlameFrames.Frame frame : frames) {
      frame(frame, scale, HEAD + (rows - 1 - frame.row()) * ROW, out);
    }
    out.append("</svg>\n");
  }

  private void frame(FlameFrames.Frame frame, double scale, int y, Writer out) throws IOException {
    double x = MARGIN + frame.from() * scale;
    double width = frame.nanos() * scale;
    out.append("<g><title>").append(Xml.escaped(description(frame))).append("</title>");
    out.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
            x,
            y,
            Math.max(0.1, width - 0.3),
            ROW - 1,
            colour(frame)));
    int letters = (int) ((width - 4) / LETTER);
    if (letters > 2) {
      String name = shortName(frame);
      String shown = name.length() <= letters ? name : name.substring(0, letters - 1) + "\u2026";
      out.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">", x + 2, y + 11));
      out.append(Xml.escaped(shown)).append("</text>");
    }
    out.append("</g>\n");
  }

  private String description(FlameFrames.Frame frame) {
    double share = 100.0 * frame.nanos() / Math.max(1, frames.getFirst().nanos());
    String calls =
        frame.method() == FlameFrames.NONE
            ? ""
            : frame.calls() == 1
                ? ", 1 call"
                : String.format(Locale.ROOT, ", %,d calls", frame.calls());
    return name(frame)
        + ": "
        + view.trace().info().amount(frame.nanos())
        + String.format(Locale.ROOT, ", %.2f %%", share)
        + calls;
  }

  private String name(FlameFrames.Frame frame) {
    return frame.method() == FlameFrames.NONE
        ? frame.name()
        : ReadableName.of(view.methods().get(frame.method()));
  }

  /** {@code Type.method}. */
  private String shortName(FlameFrames.Frame frame) {
    if (frame.method() == FlameFrames.NONE) {
      return frame.name();
    }
    Method method = view.methods().get(frame.method());
    String type = method.className().substring(method.className().lastIndexOf('.') + 1);
    return type.isEmpty() ? method.name() : type + "." + method.name();
  }

  private String colour(FlameFrames.Frame frame) {
    return frame.method() == FlameFrames.NONE ? "#dcd7ce" : pastel(hues[frame.method()]);
  }

  /** A colour of the wheel on which text can be read, as all programs that show SVG know it. */
  private static String pastel(int hue) {
    return String.format(Locale.ROOT, "#%02x%02x%02x", part(hue, 0), part(hue, 8), part(hue, 4));
  }

  /** CSS Color Module Level 4, section 7.1, for a saturation of 65 % and a lightness of 74 %. */
  private static int part(int hue, int of) {
    double k = (of + hue / 30.0) % 12;
    double a = 0.65 * 0.26;
    double value = 0.74 - a * Math.max(-1, Math.min(Math.min(k - 3, 9 - k), 1));
    return (int) Math.round(255 * value);
  }
}
