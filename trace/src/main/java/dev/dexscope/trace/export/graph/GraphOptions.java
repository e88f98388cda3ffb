package dev.dexscope.trace.export.graph;

import java.util.List;

/**
 * Options of a call graph.
 *
 * @param threshold methods with a smaller share of the time are omitted: 0.05 for 5 %
 * @param keep prefixes of methods that are never omitted
 * @param ownLayout whether to lay out without Graphviz even if it is installed
 */
public record GraphOptions(double threshold, List<String> keep, boolean ownLayout) {
  public static final GraphOptions USUAL = new GraphOptions(0.05, List.of(), false);

  public GraphOptions {
    keep = List.copyOf(keep);
  }
}
