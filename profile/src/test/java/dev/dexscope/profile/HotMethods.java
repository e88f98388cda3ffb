package dev.dexscope.profile;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The methods of a trace that took the longest: the example of docs/library.md. */
public final class HotMethods {
  private HotMethods() {}

  public static void main(String[] args) throws IOException {
    Trace trace = TraceReader.open(Path.of(args[0]));
    View view = View.of(trace, Filter.ALL);
    List<Cost> methods = FlatProfile.sorted(FlatProfile.of(view, Grouping.METHOD), Timing.WALL);
    for (Cost each : methods.subList(0, Math.min(10, methods.size()))) {
      System.out.println(
          each.exclusive(Timing.WALL) + " ns, " + each.calls() + " calls: " + each.name());
    }
  }
}
