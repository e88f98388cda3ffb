package dev.dexscope.trace.analysis;

import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Comparison.Figure;
import dev.dexscope.trace.analysis.Comparison.Run;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The call paths of two sets of runs, and the difference of each. Threads of one name are merged;
 * times are inclusive.
 *
 * <pre>{@code
 * ComparedPaths c = ComparedPaths.of(before, after, Timing.WALL, Criteria.USUAL);
 * c.paths().getFirst().difference().relative();   // the whole: 0.07 is 7 % slower
 * }</pre>
 *
 * @param names of threads and methods
 * @param paths callers before callees: the first is the whole, below it are the threads
 * @param isProvable whether a side has more than one run; one run on each side cannot prove a
 *     change
 */
public record ComparedPaths(List<String> names, List<Path> paths, boolean isProvable) {
  /**
   * A call path.
   *
   * @param caller the number of the path that it extends; -1 for the whole
   * @param name an index into the names; -1 for the whole
   */
  public record Path(int caller, int name, Difference difference) {}

  private static final int NONE = -1;

  public ComparedPaths {
    names = List.copyOf(names);
    paths = List.copyOf(paths);
  }

  /** Compares each path that either side has. */
  public static ComparedPaths of(
      List<View> base, List<View> head, Timing timing, Criteria criteria) {
    var all = new Numbers();
    List<Run> before = base.stream().map(view -> all.run(view, timing)).toList();
    List<Run> after = head.stream().map(view -> all.run(view, timing)).toList();
    Comparison compared = Comparison.of(before, after, criteria);
    Difference[] byPath = new Difference[all.callers.size()];
    byPath[0] = compared.total();
    for (Difference row : compared.rows()) {
      byPath[Integer.parseInt(row.name())] = row;
    }
    List<Path> paths =
        IntStream.range(0, byPath.length)
            .mapToObj(i -> new Path(all.callers.get(i), all.nameOf.get(i), byPath[i]))
            .toList();
    return new ComparedPaths(all.names, paths, compared.isProvable());
  }

  /** Numbers the paths of all runs. */
  private static final class Numbers {
    final List<String> names = new ArrayList<>();
    final List<Integer> callers = new ArrayList<>(List.of(NONE));
    final List<Integer> nameOf = new ArrayList<>(List.of(NONE));
    private final Map<String, Integer> numberOfName = new HashMap<>();
    private final Map<Long, Integer> numbers = new HashMap<>();

    /** The figures of a run, by the numbers of its paths. */
    Run run(View view, Timing timing) {
      int[] methods = new int[view.methods().size()];
      for (int i = 0; i < methods.length; i++) {
        methods[i] = name(ReadableName.of(view.methods().get(i)));
      }
      Map<String, Figure> figures = new HashMap<>();
      long calls = 0;
      for (View.Part part : view.threads()) {
        CallTree tree = part.tree();
        int[] to = new int[tree.size()];
        to[0] = path(0, name("thread " + part.thread().name()));
        calls += tree.calls(0);
        for (int node = 0; node < tree.size(); node++) {
          to[node] = node == 0 ? to[0] : path(to[tree.parent(node)], methods[tree.method(node)]);
          var figure = new Figure(timing.inclusive(tree, node), tree.calls(node));
          figures.merge(Integer.toString(to[node]), figure, Figure::plus);
        }
      }
      return new Run(new Figure(view.total(timing), calls), Map.of(), figures);
    }

    private int name(String text) {
      return numberOfName.computeIfAbsent(
          text,
          _ -> {
            names.add(text);
            return names.size() - 1;
          });
    }

    private int path(int caller, int name) {
      return numbers.computeIfAbsent(
          (long) caller << 32 | name,
          _ -> {
            callers.add(caller);
            nameOf.add(name);
            return callers.size() - 1;
          });
    }
  }
}
