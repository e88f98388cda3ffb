package dev.dexscope.trace.analysis;

import dev.dexscope.trace.tree.CallTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One method with its callers on the one side and its callees on the other.
 *
 * @param method its number in the trace's table
 * @param calls the number of calls
 * @param inclusive its time with its callees, a recursion counted once
 * @param exclusive its own time
 * @param callers its callers, with their parts of its inclusive time; the most time first
 * @param callees its callees, with their times without calls of the method within them: with the
 *     exclusive time they make the inclusive one; the most time first
 */
public record Butterfly(
    int method,
    long calls,
    long inclusive,
    long exclusive,
    List<Side> callers,
    List<Side> callees) {

  /**
   * A caller or callee.
   *
   * @param method its number; -1 for the thread itself
   */
  public record Side(int method, long calls, long time) {}

  public Butterfly {
    callers = List.copyOf(callers);
    callees = List.copyOf(callees);
  }

  public static Butterfly of(View view, int method, Measure measure) {
    Timing timing = measure.timing();
    var callers = new HashMap<Integer, long[]>();
    var callees = new HashMap<Integer, long[]>();
    long calls = 0;
    long inclusiveWall = 0;
    long inclusiveCpu = 0;
    long exclusiveWall = 0;
    long exclusiveCpu = 0;
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      // Nodes below this one are inside an outer call of the method: their time is counted already.
      int covered = 0;
      for (int node = 1; node < tree.size(); node++) {
        if (tree.method(node) != method) {
          continue;
        }
        long time = timing.inclusive(tree, node);
        boolean outermost = node >= covered;
        calls += tree.calls(node);
        exclusiveWall += tree.exclusiveWall(node);
        exclusiveCpu += tree.exclusiveCpu(node);
        if (outermost) {
          inclusiveWall += tree.inclusiveWall(node);
          inclusiveCpu += tree.inclusiveCpu(node);
          covered = tree.end(node);
        }
        add(callers, tree.method(tree.parent(node)), tree.calls(node), outermost ? time : 0);
        for (int child = node + 1; child < tree.end(node); child = tree.end(child)) {
          int callee = tree.method(child);
          add(
              callees,
              callee,
              tree.calls(child),
              callee == method ? 0 : timing.inclusive(tree, child));
        }
        if (!outermost) {
          takeOut(node, tree, timing, callees);
        }
      }
    }
    return new Butterfly(
        method,
        calls,
        timing.of(inclusiveWall, inclusiveCpu),
        measure.paths(view.methods()).exclusive(method, exclusiveWall, exclusiveCpu),
        sides(callers),
        sides(callees));
  }

  /** A call of the method within one of its callees is no part of that callee's time. */
  private static void takeOut(
      int node, CallTree tree, Timing timing, Map<Integer, long[]> callees) {
    int method = tree.method(node);
    int callee = node;
    while (tree.method(tree.parent(callee)) != method) {
      callee = tree.parent(callee);
    }
    if (callee != node) {
      add(callees, tree.method(callee), 0, -timing.inclusive(tree, node));
    }
  }

  private static void add(Map<Integer, long[]> sides, int method, long calls, long time) {
    long[] sums = sides.computeIfAbsent(method, _ -> new long[2]);
    sums[0] += calls;
    sums[1] += time;
  }

  private static List<Side> sides(Map<Integer, long[]> sides) {
    return sides.entrySet().stream()
        .map(e -> new Side(e.getKey(), e.getValue()[0], e.getValue()[1]))
        .sorted((a, b) ->
            a.time() != b.time()
                ? Long.compare(b.time(), a.time())
                : Integer.compare(a.method(), b.method()))
        .toList();
  }
}
