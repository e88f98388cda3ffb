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
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Callgrind's profile format: each method's own cost and what each of its callees cost it, all
 * threads together. A call of a method that is running already is one of another function, {@code
 * name'2}, as Callgrind's option {@code --separate-recs=2} has it: else the method's cost with its
 * callees would contain each inner call several times. For KCachegrind, QCachegrind and
 * callgrind_annotate. Costs are microseconds, or nanoseconds where a trace has them.
 */
public final class Callgrind {
  private Callgrind() {}

  /** The cost of a caller's calls to one callee. */
  private static final class Edge {
    long calls;
    long wall;
    long cpu;
  }

  /** The sums of all threads, by functions: a method has two, of which the second is recursive. */
  private static final class Sums {
    final long[] wall;
    final long[] cpu;
    final boolean[] used;
    final Map<Long, Edge> edges = new TreeMap<>();
    private final int[] running;

    // The calls from the thread's first one to the current one.
    private int[] nodes = new int[64];
    private int[] functions = new int[64];
    private int depth;

    Sums(int methods) {
      wall = new long[2 * methods];
      cpu = new long[2 * methods];
      used = new boolean[2 * methods];
      running = new int[methods];
    }

    void add(CallTree tree) {
      for (int node = 1; node < tree.size(); node++) {
        leave(tree, node);
        enter(tree, node);
      }
      leave(tree, tree.size());
    }

    /** Ends the calls that do not lead to a node. */
    private void leave(CallTree tree, int node) {
      while (depth > 0 && tree.end(nodes[depth - 1]) <= node) {
        running[functions[--depth] >> 1]--;
      }
    }

    private void enter(CallTree tree, int node) {
      int method = tree.method(node);
      int function = 2 * method + (running[method]++ == 0 ? 0 : 1);
      used[function] = true;
      wall[function] += tree.exclusiveWall(node);
      cpu[function] += tree.exclusiveCpu(node);
      if (depth > 0) {
        long key = (long) functions[depth - 1] << 32 | function;
        Edge edge = edges.computeIfAbsent(key, _ -> new Edge());
        edge.calls += tree.calls(node);
        // A call of what is recursive already is in the cost of the outer one.
        if (running[method] <= 2) {
          edge.wall += tree.inclusiveWall(node);
          edge.cpu += tree.inclusiveCpu(node);
        }
      }
      if (depth == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * depth);
        functions = Arrays.copyOf(functions, 2 * depth);
      }
      nodes[depth] = node;
      functions[depth++] = function;
    }
  }

  public static void write(View view, OutputStream out) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    MethodTable methods = view.methods();
    var sums = new Sums(methods.size());
    for (View.Part part : view.threads()) {
      sums.add(part.tree());
    }
    Clock clock = view.trace().info().clock();
    long unit = view.unitNanos();
    header(view, clock, unit, writer);
    var edge = sums.edges.entrySet().iterator();
    Map.Entry<Long, Edge> next = edge.hasNext() ? edge.next() : null;
    boolean[] named = new boolean[sums.used.length];
    for (int f = 0; f < sums.used.length; f++) {
      if (!sums.used[f]) {
        continue;
      }
      Method method = methods.get(f >> 1);
      writer.append("fl=").append(file(method)).append('\n');
      writer.append("fn=").append(function(f, method, named)).append('\n');
      cost(writer, method, clock, sums.wall[f] / unit, sums.cpu[f] / unit);
      while (next != null && next.getKey() >>> 32 == f) {
        int callee = (int) (long) next.getKey();
        Method to = methods.get(callee >> 1);
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
    out.append("cmd: ").append(view.title()).append('\n');
    String weights = view.trace().info().weights();
    String time = unit == 1 ? "nanoseconds" : "microseconds";
    out.append("desc: Unit: ").append(weights.isEmpty() ? time : weights).append('\n');
    out.append("positions: line\nevents:");
    if (clock.hasWall()) {
      out.append(" Wall");
    }
    if (clock.hasCpu()) {
      out.append(weights.isEmpty() ? " Cpu" : " " + weights.replaceAll("\\W", "_"));
    }
    out.append("\n\n");
  }

  /** A name is written once, with a number, and by its number from then on. */
  private static String function(int index, Method method, boolean[] named) {
    // The second functions' numbers follow those of all methods.
    int offset = (index & 1) * named.length / 2;
    String number = "(" + ((index >> 1) + 1 + offset) + ")";
    if (named[index]) {
      return number;
    }
    named[index] = true;
    String level = (index & 1) == 0 ? "" : "'2";
    return number + " " + method.fullName().replace('\n', ' ') + level;
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
