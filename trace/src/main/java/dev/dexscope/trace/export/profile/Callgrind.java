package dev.dexscope.trace.export.profile;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Callgrind's profile format: each method's own cost and what each of its callees cost it, all
 * threads together. For KCachegrind, QCachegrind and callgrind_annotate. Costs are microseconds, or
 * nanoseconds where a trace has them.
 */
public final class Callgrind {
  private Callgrind() {}

  /** The cost of a caller's calls to one callee. */
  private static final class Edge {
    long calls;
    long wall;
    long cpu;
  }

  public static void write(View view, OutputStream out) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    MethodTable methods = view.methods();
    int count = methods.size();
    long[] wall = new long[count];
    long[] cpu = new long[count];
    boolean[] used = new boolean[count];
    Map<Long, Edge> edges = new TreeMap<>();
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      for (int node = 1; node < tree.size(); node++) {
        int m = tree.method(node);
        used[m] = true;
        wall[m] += tree.exclusiveWall(node);
        cpu[m] += tree.exclusiveCpu(node);
        if (tree.parent(node) > 0) {
          long key = (long) tree.method(tree.parent(node)) << 32 | m;
          Edge edge = edges.computeIfAbsent(key, _ -> new Edge());
          edge.calls += tree.calls(node);
          edge.wall += tree.inclusiveWall(node);
          edge.cpu += tree.inclusiveCpu(node);
        }
      }
    }
    Clock clock = view.trace().info().clock();
    long unit = view.unitNanos();
    header(view, clock, unit, writer);
    var edge = edges.entrySet().iterator();
    Map.Entry<Long, Edge> next = edge.hasNext() ? edge.next() : null;
    boolean[] named = new boolean[count];
    for (int m = 0; m < count; m++) {
      if (!used[m]) {
        continue;
      }
      Method method = methods.get(m);
      writer.append("fl=").append(file(method)).append('\n');
      writer.append("fn=").append(function(m, method, named)).append('\n');
      cost(writer, method, clock, wall[m] / unit, cpu[m] / unit);
      while (next != null && next.getKey() >>> 32 == m) {
        int callee = (int) (long) next.getKey();
        Method to = methods.get(callee);
        writer.append("cfl=").append(file(to)).append('\n');
        writer.append("cfn=").append(function(callee, to, named)).append('\n');
        writer.append("calls=" + next.getValue().calls + " " + line(to) + "\n");
        cost(writer, method, clock, next.getValue().wall / unit, next.getValue().cpu / unit);
        next = edge.hasNext() ? edge.next() : null;
      }
      writer.append('\n');
    }
    writer.flush();
  }

  private static void header(View view, Clock clock, long unit, Writer out) throws IOException {
    out.append("# callgrind format\nversion: 1\ncreator: dexscope\n");
    out.append("cmd: ").append(view.trace().info().file()).append('\n');
    out.append("desc: Unit: ").append(unit == 1 ? "nanoseconds\n" : "microseconds\n");
    out.append("positions: line\nevents:");
    if (clock.hasWall()) {
      out.append(" Wall");
    }
    if (clock.hasCpu()) {
      out.append(" Cpu");
    }
    out.append("\n\n");
  }

  /** A name is written once, with a number, and by its number from then on. */
  private static String function(int index, Method method, boolean[] named) {
    String number = "(" + (index + 1) + ")";
    if (named[index]) {
      return number;
    }
    named[index] = true;
    return number + " " + method.fullName().replace('\n', ' ');
  }

  private static String file(Method method) {
    return method.file().isEmpty() ? "unknown" : method.file().replace('\n', ' ');
  }

  private static int line(Method method) {
    return Math.max(0, method.line());
  }

  private static void cost(Writer out, Method method, Clock clock, long wall, long cpu)
      throws IOException {
    out.append(Integer.toString(line(method)));
    if (clock.hasWall()) {
      out.append(' ').append(Long.toString(wall));
    }
    if (clock.hasCpu()) {
      out.append(' ').append(Long.toString(cpu));
    }
    out.append('\n');
  }
}
