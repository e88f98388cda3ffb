package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A call tree as indented lines or nested JSON, children with the most time first, small ones left
 * out.
 */
final class TreeLines {
  private final CallTree tree;
  private final MethodTable methods;
  private final Timing timing;
  private final long smallest;
  private final int depth;
  private final int children;

  /**
   * @param share what takes less than this share of the whole is left out
   * @param depth how many levels are shown
   * @param children how many children of a node are shown
   */
  TreeLines(
      CallTree tree, MethodTable methods, Timing timing, double share, int depth, int children) {
    this.tree = tree;
    this.methods = methods;
    this.timing = timing;
    this.smallest = Math.round(share * timing.inclusive(tree, 0));
    this.depth = depth;
    this.children = children;
  }

  void print(PrintStream out) {
    out.println("  share         ms     calls");
    print(out, 0, 0);
  }

  private void print(PrintStream out, int node, int level) {
    long total = Math.max(1, timing.inclusive(tree, 0));
    for (int child : shown(node, level)) {
      long time = timing.inclusive(tree, child);
      out.printf(
          Locale.ROOT,
          "%6.1f%% %10.3f %9d  %s%s%n",
          100.0 * time / total,
          time / 1e6,
          tree.calls(child),
          "  ".repeat(level),
          methods.get(tree.method(child)).fullName());
      print(out, child, level + 1);
    }
  }

  private List<Integer> shown(int node, int level) {
    List<Integer> list = new ArrayList<>();
    if (level < depth) {
      for (int child = node + 1; child < tree.end(node); child = tree.end(child)) {
        if (timing.inclusive(tree, child) >= smallest) {
          list.add(child);
        }
      }
    }
    list.sort(Comparator.comparingLong((Integer n) -> timing.inclusive(tree, n)).reversed());
    return list.subList(0, Math.min(children, list.size()));
  }

  void writeTo(JsonGenerator json) throws IOException {
    write(json, 0, 0);
  }

  private void write(JsonGenerator json, int node, int level) throws IOException {
    json.writeStartArray();
    for (int child : shown(node, level)) {
      json.writeStartObject();
      json.writeStringField("method", methods.get(tree.method(child)).fullName());
      json.writeNumberField("time_ns", timing.inclusive(tree, child));
      json.writeNumberField("calls", tree.calls(child));
      json.writeFieldName("children");
      write(json, child, level + 1);
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
