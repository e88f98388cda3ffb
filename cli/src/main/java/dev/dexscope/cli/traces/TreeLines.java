package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * A call tree as indented lines or nested JSON, children with the most time first: the paths with
 * the most time, up to the requested number.
 */
final class TreeLines {
  /** The columns of the figures before a name. */
  private static final int FIGURES = 30;

  private static final int LEAST_NAME = 20;

  private final CallTree tree;
  private final MethodTable methods;
  private final Timing timing;
  private final BitSet shown = new BitSet();

  /**
   * @param rows the number of paths; a caller takes at least the time of its callees, so that each
   *     path is shown with its callers
   */
  TreeLines(CallTree tree, MethodTable methods, Timing timing, int rows) {
    this.tree = tree;
    this.methods = methods;
    this.timing = timing;
    List<Integer> nodes = new ArrayList<>();
    for (int node = 1; node < tree.size(); node++) {
      nodes.add(node);
    }
    nodes.sort(Comparator.comparingLong((Integer node) -> timing.inclusive(tree, node)).reversed());
    nodes.subList(0, Math.min(rows, nodes.size())).forEach(shown::set);
  }

  Answer.Extent extent() {
    return Answer.Extent.of(tree.size() - 1, shown.cardinality());
  }

  /** Prints for a terminal of so many columns; 0 where that does not matter. */
  void print(PrintStream out, int columns, IntFunction<String> names) {
    out.println("  share         ms     calls");
    print(out, columns, names, 0, 0);
  }

  private void print(PrintStream out, int columns, IntFunction<String> names, int node, int level) {
    long total = Math.max(1, timing.inclusive(tree, 0));
    for (int child : children(node)) {
      long time = timing.inclusive(tree, child);
      String name = names.apply(tree.method(child));
      int room = Math.max(LEAST_NAME, columns - FIGURES - 2 * level);
      out.printf(
          Locale.ROOT,
          "%6.1f%% %10.3f %9d  %s%s%n",
          100.0 * time / total,
          time / 1e6,
          tree.calls(child),
          "  ".repeat(level),
          columns == 0 ? name : ReadableName.shortened(name, room));
      print(out, columns, names, child, level + 1);
    }
  }

  private List<Integer> children(int node) {
    List<Integer> list = new ArrayList<>();
    for (int child = node + 1; child < tree.end(node); child = tree.end(child)) {
      if (shown.get(child)) {
        list.add(child);
      }
    }
    list.sort(Comparator.comparingLong((Integer n) -> timing.inclusive(tree, n)).reversed());
    return list;
  }

  void writeTo(JsonGenerator json) throws IOException {
    write(json, 0);
  }

  private void write(JsonGenerator json, int node) throws IOException {
    json.writeStartArray();
    for (int child : children(node)) {
      json.writeStartObject();
      json.writeStringField("method", methods.get(tree.method(child)).fullName());
      json.writeNumberField("time_ns", timing.inclusive(tree, child));
      json.writeNumberField("calls", tree.calls(child));
      json.writeFieldName("children");
      write(json, child);
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
