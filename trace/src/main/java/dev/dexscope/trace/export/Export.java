package dev.dexscope.trace.export;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.graph.CallGraph;
import dev.dexscope.trace.export.graph.GraphOptions;

/**
 * What is to be written.
 *
 * @param filter the part of the trace
 * @param timing the time that formats with one time for each call show
 * @param graph what call graphs show
 */
public record Export(Trace trace, Filter filter, Timing timing, GraphOptions graph) {

  /** The whole of a trace, with the time that most people ask for. */
  public static Export of(Trace trace) {
    return new Export(trace, Filter.ALL, Timing.usual(trace.info().clock()), GraphOptions.USUAL);
  }

  View view() {
    return View.of(trace, filter);
  }

  CallGraph callGraph() {
    return CallGraph.of(view(), timing, graph.threshold(), graph.keep());
  }
}
