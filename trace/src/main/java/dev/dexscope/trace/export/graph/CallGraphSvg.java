package dev.dexscope.trace.export.graph;

import dev.dexscope.base.text.Xml;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.ReadableName;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A call graph as an SVG picture, laid out without any other program. */
public final class CallGraphSvg {
  private static final int MARGIN = 16;
  private static final int HEAD = 34;
  private static final int LINE = 14;
  private static final int BOX = 3 * LINE + 10;
  private static final int ROW = BOX + 54;
  private static final double LETTER = 6.3;
  private static final double LABEL_LETTER = 5.2;
  private static final int LONGEST_NAME = 44;
  private static final double SMALLEST_LABELLED = 0.01;
  private static final int LOOP = 28;

  private final CallGraph graph;
  private final LayeredLayout layout;
  private final double[] widths;
  private final Writer out;

  private CallGraphSvg(CallGraph graph, Writer out) {
    this.graph = graph;
    this.out = out;
    List<CallGraph.Node> nodes = graph.nodes();
    boolean[] loops = new boolean[nodes.size()];
    graph.edges().stream().filter(e -> e.from() == e.to()).forEach(e -> loops[e.from()] = true);
    widths = new double[nodes.size()];
    double[] spaces = new double[nodes.size()];
    for (int i = 0; i < widths.length; i++) {
      int letters = lines(graph, nodes.get(i)).stream().mapToInt(String::length).max().orElse(0);
      widths[i] = letters * LETTER + 18;
      spaces[i] = widths[i] + (loops[i] ? 2 * LOOP : 0);
    }
    layout =
        new LayeredLayout(
            spaces,
            graph.edges().stream().mapToInt(CallGraph.Edge::from).toArray(),
            graph.edges().stream().mapToInt(CallGraph.Edge::to).toArray());
  }

  public static void write(CallGraph graph, OutputStream out) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    new CallGraphSvg(graph, writer).picture();
    writer.flush();
  }

  /** Returns the text of a method's box: class, method, figures. */
  static List<String> lines(CallGraph graph, CallGraph.Node node) {
    Method method = node.method();
    String type = method.className().substring(method.className().lastIndexOf('.') + 1);
    List<String> lines = new ArrayList<>();
    if (!type.isEmpty()) {
      lines.add(cut(type));
    }
    lines.add(cut(method.name()));
    lines.add(
        String.format(
            Locale.ROOT,
            "%s, exclusive %s, %,d\u00d7",
            graph.share(node.inclusive()),
            graph.share(node.exclusive()),
            node.calls()));
    return lines;
  }

  private static String cut(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "\u2026";
  }

  /** Small edges have no label in this picture: they would hide the others' labels. */
  private static boolean isLabelled(CallGraph graph, CallGraph.Edge edge) {
    return edge.time() >= SMALLEST_LABELLED * graph.total();
  }

  static String label(CallGraph graph, CallGraph.Edge edge) {
    String calls = String.format(Locale.ROOT, "%,d\u00d7", edge.calls());
    return isLabelled(graph, edge) ? graph.share(edge.time()) + " " + calls : calls;
  }

  /** The method's own share as 0 to 1; the root makes small shares visible. */
  private static double heat(CallGraph graph, CallGraph.Node node) {
    double share = graph.total() == 0 ? 0 : Math.max(0, (double) node.exclusive() / graph.total());
    return Math.min(1, Math.sqrt(share));
  }

  /** From white to a warm red, by the method's own share. */
  static String fill(CallGraph graph, CallGraph.Node node) {
    double heat = heat(graph, node);
    int[] cold = {0xfb, 0xf8, 0xf2};
    int[] hot = {0xf0, 0x7a, 0x4b};
    var color = new StringBuilder("#");
    for (int i = 0; i < 3; i++) {
      color.append(
          String.format(Locale.ROOT, "%02x", Math.round(cold[i] + heat * (hot[i] - cold[i]))));
    }
    return color.toString();
  }

  static double width(CallGraph graph, CallGraph.Edge edge) {
    return graph.total() == 0 ? 1 : 0.8 + 4.2 * edge.time() / graph.total();
  }

  private void picture() throws IOException {
    double right = 420;
    for (int i = 0; i < widths.length; i++) {
      right = Math.max(right, layout.x(i) + widths[i] / 2);
    }
    for (int e = 0; e < graph.edges().size(); e++) {
      for (int v : layout.chain(e)) {
        right = Math.max(right, layout.x(v));
      }
    }
    int w = (int) Math.ceil(right + 2 * MARGIN + LOOP);
    int h = HEAD + Math.max(0, layout.layers() - 1) * ROW + BOX + 2 * MARGIN;
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" style=\"max-width:100%%;height:auto\" role=\"img\">\n",
            w,
            h,
            w,
            h));
    out.append("<title>Call graph of ").append(Xml.escaped(graph.title())).append("</title>\n");
    out.append(
        """
        <style>
        svg { background: #fff; font: 11px Helvetica, Arial, "DejaVu Sans", sans-serif; }
        text { fill: #2b2723; text-anchor: middle; }
        .head { font-size: 13px; font-weight: bold; text-anchor: start; }
        .note { fill: #6d675e; text-anchor: start; }
        .name { font-weight: bold; }
        .figures { fill: #5f584e; font-size: 10px; }
        .box { fill: #fbf8f2; rx: 5px; }
        .heat { fill: #f07a4b; stroke: #8c8377; rx: 5px; }
        .leaf { rx: 26px; }
        g:hover > .heat { stroke: #b3430a; stroke-width: 2; }
        path { fill: none; stroke: #a39a8c; }
        .indirect { stroke-dasharray: 5 4; }
        .tip { fill: #a39a8c; stroke: none; }
        g.e:hover path { stroke: #b3430a; }
        g.e:hover .tip { fill: #b3430a; stroke: none; }
        .label { fill: #6d675e; font-size: 9px; }
        .plate { fill: #fff; }
        @media (prefers-color-scheme: dark) {
          svg { background: #17171a; }
          text { fill: #ece8e1; }
          .note { fill: #a8a297; }
          .figures, .label { fill: #c4bdb1; }
          .plate { fill: #17171a; }
          .box { fill: #26262c; }
          .heat { fill: #a8451c; stroke: #6d675e; }
          path { stroke: #7d766b; }
          .tip { fill: #7d766b; stroke: none; }
        }
        </style>
        """);
    text("head", MARGIN, MARGIN + 8, graph.title());
    text("note", MARGIN, MARGIN + 24, note());
    for (int e = 0; e < graph.edges().size(); e++) {
      edge(e);
    }
    for (int e = 0; e < graph.edges().size(); e++) {
      label(e);
    }
    for (int i = 0; i < widths.length; i++) {
      box(i);
    }
    out.append("</svg>\n");
  }

  private String note() {
    String clock =
        switch (graph.timing()) {
          case WALL -> "wall time";
          case CPU -> "CPU time";
          case OFF_CPU -> "time off the CPU";
        };
    return String.format(
        Locale.ROOT,
        "%d methods, %,d cheaper ones omitted; %s of %s",
        graph.nodes().size(),
        graph.left(),
        clock,
        graph.whole());
  }

  private double left(int node) {
    return MARGIN + layout.x(node) - widths[node] / 2;
  }

  private double top(int vertex) {
    return MARGIN + HEAD + layout.layer(vertex) * (double) ROW;
  }

  private void box(int i) throws IOException {
    CallGraph.Node node = graph.nodes().get(i);
    List<String> lines = lines(graph, node);
    out.append("<g><title>").append(Xml.escaped(ReadableName.of(node.method()))).append("</title>");
    String shape = graph.isLeaf(i) ? " leaf" : "";
    rect("box" + shape, "", left(i), top(i), widths[i], BOX);
    String heat = String.format(Locale.ROOT, " fill-opacity=\"%.2f\"", heat(graph, node));
    rect("heat" + shape, heat, left(i), top(i), widths[i], BOX);
    double y = top(i) + (BOX - lines.size() * LINE) / 2.0 + 11;
    for (int line = 0; line < lines.size(); line++) {
      String kind =
          line == lines.size() - 1 ? "figures" : line == lines.size() - 2 ? "name" : "type";
      text(kind, MARGIN + layout.x(i), y + line * LINE, lines.get(line));
    }
    out.append("</g>\n");
  }

  private void edge(int e) throws IOException {
    CallGraph.Edge edge = graph.edges().get(e);
    String from = graph.nodes().get(edge.from()).method().qualifiedName();
    String to = graph.nodes().get(edge.to()).method().qualifiedName();
    out.append("<g class=\"e\"><title>");
    out.append(Xml.escaped(from + " \u2192 " + to + ": " + label(graph, edge))).append("</title>");
    int[] chain = layout.chain(e);
    if (chain.length == 0) {
      loop(edge);
    } else {
      line(edge, e, chain);
    }
    out.append("</g>\n");
  }

  private void loop(CallGraph.Edge edge) throws IOException {
    double x = left(edge.from()) + widths[edge.from()];
    double y = top(edge.from());
    path(
        edge,
        String.format(
            Locale.ROOT, "M%.1f %.1fc26 -8 26 %.1f 6 %.1f", x, y + 14, BOX - 14.0, BOX - 28.0));
    tip(x, y + BOX - 14, 180);
  }

  private void line(CallGraph.Edge edge, int e, int[] chain) throws IOException {
    boolean upwards = chain[0] != edge.from();
    double x = port(e, chain[0], true);
    double y = top(chain[0]) + BOX;
    var path = new StringBuilder();
    path.append(String.format(Locale.ROOT, "M%.1f %.1f", x, upwards ? y + 6 : y));
    for (int step = 1; step < chain.length; step++) {
      boolean last = step == chain.length - 1;
      double nextX = last ? port(e, chain[step], false) : MARGIN + layout.x(chain[step]);
      double nextY = top(chain[step]);
      double end = last && !upwards ? nextY - 6 : nextY;
      double middle = (y + nextY) / 2;
      path.append(
          String.format(
              Locale.ROOT, "C%.1f %.1f %.1f %.1f %.1f %.1f", x, middle, nextX, middle, nextX, end));
      if (!last) {
        path.append(String.format(Locale.ROOT, "V%.1f", nextY + BOX));
      }
      x = nextX;
      y = nextY + BOX;
    }
    path(edge, path.toString());
    if (upwards) {
      tip(port(e, chain[0], true), top(chain[0]) + BOX, -90);
    } else {
      tip(x, top(edge.to()), 90);
    }
  }

  /** Writes the meaning of an edge, above the lines of all edges. */
  private void label(int e) throws IOException {
    CallGraph.Edge edge = graph.edges().get(e);
    int[] chain = layout.chain(e);
    if (chain.length > 0 && isLabelled(graph, edge)) {
      String label = label(graph, edge);
      double firstX = port(e, chain[0], true);
      double secondX = chain.length == 2 ? port(e, chain[1], false) : MARGIN + layout.x(chain[1]);
      double x = (firstX + secondX) / 2;
      double y = top(chain[0]) + BOX + (ROW - BOX) / 2.0 + 3;
      double width = label.length() * LABEL_LETTER + 4;
      rect("plate", "", x - width / 2, y - 9, width, 12);
      text("label", x, y, label);
    }
  }

  private void path(CallGraph.Edge edge, String data) throws IOException {
    out.append(
        String.format(
            Locale.ROOT,
            "<path%s stroke-width=\"%.1f\" d=\"%s\"/>",
            edge.direct() ? "" : " class=\"indirect\"",
            width(graph, edge),
            data));
  }

  /** An arrow's tip at a place, pointing right when the angle is 0 and down when it is 90. */
  private void tip(double x, double y, int angle) throws IOException {
    out.append(
        String.format(
            Locale.ROOT,
            "<path class=\"tip\" d=\"M0 0l-8 3.5v-7z\" transform=\"translate(%.1f %.1f)"
                + " rotate(%d)\"/>",
            x,
            y,
            angle));
  }

  /**
   * Returns where an edge leaves or enters a box: edges share its side in the order of their far
   * ends.
   */
  private double port(int edge, int box, boolean bottom) {
    Integer[] edges = edgesAt(box, bottom);
    int rank = Arrays.asList(edges).indexOf(edge);
    double step = Math.min(16, (widths[box] - 16) / edges.length);
    return MARGIN + layout.x(box) + (rank - (edges.length - 1) / 2.0) * step;
  }

  private Integer[] edgesAt(int box, boolean bottom) {
    List<Integer> edges = new ArrayList<>();
    for (int e = 0; e < graph.edges().size(); e++) {
      int[] chain = layout.chain(e);
      if (chain.length > 0 && box == (bottom ? chain[0] : chain[chain.length - 1])) {
        edges.add(e);
      }
    }
    edges.sort(
        Comparator.comparingDouble((Integer e) -> {
          int[] chain = layout.chain(e);
          return layout.x(bottom ? chain[1] : chain[chain.length - 2]);
        }));
    return edges.toArray(new Integer[0]);
  }

  private void rect(String kind, String more, double x, double y, double width, int height)
      throws IOException {
    out.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\"%s x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>",
            kind,
            more,
            x,
            y,
            width,
            height));
  }

  private void text(String kind, double x, double y, String text) throws IOException {
    out.append(String.format(Locale.ROOT, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y));
    out.append(Xml.escaped(text)).append("</text>");
  }
}
