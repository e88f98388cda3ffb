package dev.dexscope.trace.export;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.Track;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.graph.CallGraph;
import dev.dexscope.trace.export.graph.GraphOptions;
import java.util.List;

/**
 * The content of an export.
 *
 * @param filter the part of the trace
 * @param timing the time shown by formats with one time for each call
 * @param graph options of call graphs
 * @param tracks what is shown beside the threads, by formats of times
 */
public record Export(
    Trace trace, Filter filter, Timing timing, GraphOptions graph, List<Track> tracks) {
  /** An export without other tracks. */
  public Export(Trace trace, Filter filter, Timing timing, GraphOptions graph) {
    this(trace, filter, timing, graph, List.of());
  }

  /** Returns an export of a whole trace, with the default time. */
  public static Export of(Trace trace) {
    return new Export(trace, Filter.ALL, Timing.usual(trace.info()), GraphOptions.USUAL);
  }

  View view() {
    return View.of(trace, filter);
  }

  CallGraph callGraph() {
    return CallGraph.of(view(), timing, graph.threshold(), graph.keep());
  }
}
