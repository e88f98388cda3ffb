package dev.dexscope.trace.export.graph;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The methods of a trace as a graph: callers and callees with costs, all threads together. Methods
 * of little cost are omitted; calls that pass through them start at the nearest caller that is
 * shown, as indirect edges. {@link Dot}, {@link CallGraphSvg} and {@link Graphviz} draw it.
 *
 * @param title the title of the graph
 * @param total the time of all threads, the base of shares
 * @param whole the same as people read it
 * @param nodes the most time first
 * @param edges between numbers of nodes, the most time first
 * @param left the number of omitted methods
 */
public record CallGraph(
    String title,
    Timing timing,
    long total,
    String whole,
    List<Node> nodes,
    List<Edge> edges,
    int left) {

  /** More than this no picture shows well. */
  private static final int MOST_NODES = 200;

  private static final int EDGES_FOR_A_NODE = 3;

  /**
   * A method.
   *
   * @param inclusive its time with its callees, a recursion counted once
   * @param exclusive its own time
   */
  public record Node(Method method, long calls, long inclusive, long exclusive) {}

  /**
   * Calls from one method to another.
   *
   * @param time their inclusive time; nested ones counted once
   * @param direct whether any of them is without omitted methods between
   */
  public record Edge(int from, int to, long calls, long time, boolean direct) {}

  public CallGraph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /**
   * The graph of a view.
   *
   * @param threshold methods whose inclusive time is a smaller share of the whole are left out
   *     (0.05 is 5 %)
   * @param kept prefixes of qualified names of methods that are never left out
   */
  public static CallGraph of(View view, Timing timing, double threshold, List<String> kept) {
    var sums = new Sums(view, timing);
    List<Integer> methods = chosen(view, sums, threshold, kept);
    int[] nodeOf = new int[view.methods().size()];
    Arrays.fill(nodeOf, -1);
    List<Node> nodes = new ArrayList<>();
    for (int m : methods) {
      nodeOf[m] = nodes.size();
      nodes.add(
          new Node(view.methods().get(m), sums.calls[m], sums.inclusive[m], sums.exclusive[m]));
    }
    int used = 0;
    for (long calls : sums.calls) {
      used += calls > 0 ? 1 : 0;
    }
    return new CallGraph(
        view.title(),
        timing,
        sums.total,
        view.trace().info().amount(sums.total),
        nodes,
        connected(edges(view, timing, nodeOf), nodes.size()),
        used - nodes.size());
  }

  /** Returns whether a node calls no other that is shown. */
  boolean isLeaf(int node) {
    return edges.stream().noneMatch(edge -> edge.from() == node && edge.to() != node);
  }

  /** A part of the whole as people read it. */
  String share(long time) {
    return String.format(Locale.ROOT, "%.1f%%", total == 0 ? 0 : 100.0 * time / total);
  }

  private static List<Integer> chosen(View view, Sums sums, double threshold, List<String> kept) {
    List<Integer> methods = new ArrayList<>();
    Set<Integer> always = new HashSet<>();
    for (int m = 0; m < sums.calls.length; m++) {
      String name = view.methods().get(m).qualifiedName();
      if (sums.calls[m] > 0 && kept.stream().anyMatch(name::startsWith)) {
        always.add(m);
      }
      if (always.contains(m)
          || (sums.calls[m] > 0 && sums.inclusive[m] >= threshold * sums.total)) {
        methods.add(m);
      }
    }
    Comparator<Integer> mostTimeFirst =
        Comparator.comparingLong((Integer m) -> -sums.inclusive[m]).thenComparingInt(m -> m);
    methods.sort(
        Comparator.comparing((Integer m) -> !always.contains(m)).thenComparing(mostTimeFirst));
    List<Integer> most = new ArrayList<>(methods.subList(0, Math.min(MOST_NODES, methods.size())));
    most.sort(mostTimeFirst);
    return most;
  }

  /** Costs by method number. */
  private static final class Sums {
    final long[] calls;
    final long[] inclusive;
    final long[] exclusive;
    long total;

    Sums(View view, Timing timing) {
      int count = view.methods().size();
      calls = new long[count];
      inclusive = new long[count];
      exclusive = new long[count];
      int[] running = new int[count];
      for (View.Part part : view.threads()) {
        CallTree tree = part.tree();
        total += timing.inclusive(tree, 0);
        var path = new Path(tree);
        for (int node = 1; node < tree.size(); node++) {
          while (path.leaves(node)) {
            running[tree.method(path.pop())]--;
          }
          int m = tree.method(node);
          long time = timing.inclusive(tree, node);
          calls[m] += tree.calls(node);
          exclusive[m] += time;
          if (path.depth > 0) {
            exclusive[tree.method(path.top())] -= time;
          }
          if (running[m]++ == 0) {
            inclusive[m] += time;
          }
          path.push(node);
        }
        while (path.depth > 0) {
          running[tree.method(path.pop())]--;
        }
      }
    }
  }

  /** The nodes that are open on a walk through a tree in preorder. */
  private static final class Path {
    private final CallTree tree;
    private int[] nodes = new int[64];
    int depth;

    Path(CallTree tree) {
      this.tree = tree;
    }

    boolean leaves(int next) {
      return depth > 0 && next >= tree.end(top());
    }

    int top() {
      return nodes[depth - 1];
    }

    int pop() {
      return nodes[--depth];
    }

    void push(int node) {
      if (depth == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * depth);
      }
      nodes[depth++] = node;
    }
  }

  private static final class EdgeSum {
    final int from;
    final int to;
    long calls;
    long time;
    boolean direct;
    int running;

    EdgeSum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    Edge edge() {
      return new Edge(from, to, calls, time, direct);
    }
  }

  private static List<Edge> edges(View view, Timing timing, int[] nodeOf) {
    Map<Long, EdgeSum> edges = new HashMap<>();
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      int[] shownCaller = new int[tree.size()];
      EdgeSum[] leading = new EdgeSum[tree.size()];
      shownCaller[0] = -1;
      var path = new Path(tree);
      for (int node = 1; node < tree.size(); node++) {
        while (path.leaves(node)) {
          leading[path.pop()].running--;
        }
        int parent = tree.parent(node);
        boolean parentShown = parent > 0 && nodeOf[tree.method(parent)] >= 0;
        shownCaller[node] = parentShown ? nodeOf[tree.method(parent)] : shownCaller[parent];
        int to = nodeOf[tree.method(node)];
        int from = shownCaller[node];
        if (to >= 0 && from >= 0) {
          EdgeSum edge = edges.computeIfAbsent((long) from << 32 | to, _ -> new EdgeSum(from, to));
          edge.calls += tree.calls(node);
          edge.direct |= parentShown;
          if (edge.running++ == 0) {
            edge.time += timing.inclusive(tree, node);
          }
          leading[node] = edge;
          path.push(node);
        }
      }
      while (path.depth > 0) {
        leading[path.pop()].running--;
      }
    }
    return edges.values().stream()
        .map(EdgeSum::edge)
        .sorted(
            Comparator.comparingLong((Edge e) -> -e.time())
                .thenComparingInt(Edge::from)
                .thenComparingInt(Edge::to))
        .toList();
  }

  /** The edges with the most time, and of every node the one with the most that leads to it. */
  private static List<Edge> connected(List<Edge> edges, int nodes) {
    boolean[] reached = new boolean[nodes];
    List<Edge> kept = new ArrayList<>();
    for (Edge edge : edges) {
      boolean first = edge.from() != edge.to() && !reached[edge.to()];
      if (first || kept.size() < EDGES_FOR_A_NODE * nodes) {
        reached[edge.to()] |= edge.from() != edge.to();
        kept.add(edge);
      }
    }
    return kept;
  }
}
