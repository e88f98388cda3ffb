package dev.dexscope.trace.export.graph;

import dev.dexscope.trace.ReadableName;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A call graph in Graphviz's language. */
public final class Dot {
  private Dot() {}

  public static void write(CallGraph graph, OutputStream out) throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    writer.append("digraph \"").append(escaped(graph.title())).append("\" {\n");
    writer.append("  graph [fontname=\"Helvetica\", ranksep=0.4, nodesep=0.25];\n");
    writer.append(
        "  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=10,"
            + " color=\"#8c8377\", margin=\"0.12,0.06\"];\n");
    writer.append(
        "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#8c8377\","
            + " fontcolor=\"#5f584e\", arrowsize=0.6];\n");
    for (int i = 0; i < graph.nodes().size(); i++) {
      CallGraph.Node node = graph.nodes().get(i);
      var label = new StringBuilder();
      for (String line : CallGraphSvg.lines(graph, node)) {
        label.append(label.isEmpty() ? "" : "\\n").append(escaped(line));
      }
      writer.append(
          String.format(
              Locale.ROOT,
              "  n%d [label=\"%s\", fillcolor=\"%s\", tooltip=\"%s\"%s];\n",
              i,
              label,
              CallGraphSvg.fill(graph, node),
              escaped(ReadableName.of(node.method())),
              // As dmtracedump draws them.
              graph.isLeaf(i) ? ", shape=ellipse" : ""));
    }
    for (CallGraph.Edge edge : graph.edges()) {
      writer.append(
          String.format(
              Locale.ROOT,
              "  n%d -> n%d [label=\"%s\", penwidth=%.1f, weight=%d%s];\n",
              edge.from(),
              edge.to(),
              CallGraphSvg.label(graph, edge),
              CallGraphSvg.width(graph, edge),
              1 + (graph.total() == 0 ? 0 : 100 * edge.time() / graph.total()),
              edge.direct() ? "" : ", style=dashed"));
    }
    writer.append("}\n");
    writer.flush();
  }

  /**
   * A backslash would begin one of Graphviz's own escapes, \N for the node's name; control
   * characters would break the SVG that Graphviz makes of them.
   */
  private static String escaped(String text) {
    return text.replaceAll("\\p{Cntrl}", "\ufffd").replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
