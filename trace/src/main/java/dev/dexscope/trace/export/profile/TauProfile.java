package dev.dexscope.trace.export.profile;

import dev.dexscope.base.text.Xml;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * TAU profiles: a folder with a file {@code profile.0.0.N} for each thread. For TAU's pprof,
 * ParaProf and PerfDMF. Times are microseconds.
 */
public final class TauProfile {
  private TauProfile() {}

  /**
   * Writes into a folder that exists.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(View view, Timing timing, Path folder) throws IOException {
    // TAU knows threads by their numbers: they are in the order of the trace, as in TAU's traces.
    List<View.Part> parts = new ArrayList<>(view.threads());
    parts.sort(Comparator.comparingInt(View.Part::number));
    for (int i = 0; i < parts.size(); i++) {
      View.Part part = parts.get(i);
      var alone = new View(view.trace(), Filter.ALL, List.of(part));
      try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("profile.0.0." + i))) {
        write(alone, part, timing, out);
      }
    }
  }

  private static void write(View alone, View.Part part, Timing timing, Writer out)
      throws IOException {
    List<Cost> costs = FlatProfile.sorted(FlatProfile.of(alone, Grouping.METHOD), timing);
    Map<String, Long> subroutines = subroutines(alone, part.tree());
    out.append((costs.size() + 1) + " templated_functions_MULTI_TIME\n");
    out.append("# Name Calls Subrs Excl Incl ProfileCalls # <metadata>");
    metadata(out, "Thread Name", part.thread().name());
    metadata(out, "Creator", "dexscope");
    for (Map.Entry<String, String> key : alone.trace().info().keysOfExport().entrySet()) {
      metadata(out, key.getKey(), key.getValue());
    }
    out.append("</metadata>\n");
    // TAU wants one function that holds all others: the thread.
    long whole = timing.inclusive(part.tree(), 0);
    long called = 0;
    long topCalls = 0;
    CallTree tree = part.tree();
    for (int child = 1; child < tree.size(); child = tree.end(child)) {
      called += timing.inclusive(tree, child);
      topCalls += tree.calls(child);
    }
    row(out, ".TAU application", 1, topCalls, Math.max(0, whole - called), whole, "TAU_DEFAULT");
    for (Cost cost : costs) {
      row(
          out,
          cost.name(),
          cost.calls(),
          subroutines.getOrDefault(cost.name(), 0L),
          cost.exclusive(timing),
          cost.inclusive(timing),
          "TAU_USER");
    }
    out.append("0 aggregates\n0 userevents\n# eventname numevents max min mean sumsqr\n");
  }

  private static Map<String, Long> subroutines(View alone, CallTree tree) {
    Map<String, Long> calls = new HashMap<>();
    for (int node = 1; node < tree.size(); node++) {
      if (tree.parent(node) > 0) {
        String caller = alone.methods().get(tree.method(tree.parent(node))).fullName();
        calls.merge(caller, tree.calls(node), Long::sum);
      }
    }
    return calls;
  }

  private static void metadata(Writer out, String name, String value) throws IOException {
    out.append("<attribute><name>").append(xml(name)).append("</name><value>");
    out.append(xml(value)).append("</value></attribute>");
  }

  private static void row(
      Writer out, String name, long calls, long subrs, long excl, long incl, String group)
      throws IOException {
    out.append(
        String.format(
            Locale.ROOT,
            "\"%s\" %d %d %s %s 0 GROUP=\"%s\" \n",
            quoted(name),
            calls,
            subrs,
            micros(excl),
            micros(incl),
            group));
  }

  /** A name is between quotes, on one line, and TAU has no escape for either. */
  static String quoted(String name) {
    return name.replace('"', '\'').replace('\n', ' ').replace('\r', ' ');
  }

  /** As TAU writes it: on one line, with quotes as they are. */
  private static String xml(String text) {
    return Xml.markupEscaped(text).replace('\n', ' ');
  }

  /** Returns a number of microseconds, with decimals if they are known. */
  private static String micros(long nanos) {
    return nanos % 1000 == 0
        ? Long.toString(nanos / 1000)
        : String.format(Locale.ROOT, "%.3f", nanos / 1e3);
  }
}
