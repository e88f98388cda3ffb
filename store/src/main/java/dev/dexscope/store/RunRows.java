package dev.dexscope.store;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The rows of a run. They do not refer to its trace, whose call trees need more memory than all
 * else.
 *
 * @param repairs of the trace
 * @param threads how many there are
 * @param wall the elapsed time of all threads
 * @param cpu their CPU time
 * @param calls the number of calls
 * @param names methods by their ids
 * @param methods rows of {@code method_run}
 * @param paths rows of {@code path_run}
 * @param display rows of {@code startup_run} and {@code frames_run}
 */
record RunRows(
    Source source,
    Facts facts,
    TraceInfo info,
    String repairs,
    int threads,
    long wall,
    long cpu,
    long calls,
    Map<Long, Method> names,
    List<MethodRow> methods,
    List<PathRow> paths,
    Display display) {
  /** Paths below this part of the run are left out. */
  private static final long SMALLEST_PATH = 1000;

  private static final Pattern DIGITS = Pattern.compile("\\d+");

  /** Without the method's name, of which a part has one for all its runs. */
  record MethodRow(
      long method,
      String thread,
      long calls,
      long exceptions,
      long[] selfAndTotalOfWallAndCpu,
      long longest,
      long[] durations) {}

  record PathRow(
      long method, String thread, long[] path, long calls, long[] selfAndTotalOfWallAndCpu) {}

  static RunRows of(Source source, Facts facts, Trace trace, Display display) {
    View all = View.of(trace, Filter.ALL);
    Map<String, List<View.Part>> groups = new TreeMap<>();
    for (View.Part part : all.threads()) {
      groups.computeIfAbsent(group(part.thread().name()), _ -> new ArrayList<>()).add(part);
    }
    var ids = new Ids(trace.methods());
    List<MethodRow> methods = new ArrayList<>();
    List<PathRow> paths = new ArrayList<>();
    Timing timing = Timing.usual(trace.info().clock());
    long least = all.total(timing) / SMALLEST_PATH;
    List<String> names = List.copyOf(groups.keySet());
    // The durations of samples are those of the intervals between them.
    Durations durations =
        trace.info().sampled() ? null : Durations.of(trace, numbers(trace, names), names.size());
    for (int g = 0; g < names.size(); g++) {
      String group = names.get(g);
      View view = new View(trace, Filter.ALL, groups.getOrDefault(group, List.of()));
      Map<Long, Durations.Method> calls = durations == null ? Map.of() : ids.byId(g, durations);
      for (Cost cost : FlatProfile.of(view, Grouping.METHOD)) {
        long id = ids.of(cost.name());
        var took = calls.getOrDefault(id, new Durations.Method());
        methods.add(
            new MethodRow(
                id,
                group,
                cost.calls(),
                cost.exceptions(),
                new long[] {
                  cost.exclusiveWall(),
                  cost.inclusiveWall(),
                  cost.exclusiveCpu(),
                  cost.inclusiveCpu()
                },
                took.longest,
                took.list()));
      }
      CallTree tree = Trees.folded(Trees.merged(view));
      ids.paths(tree, group, timing, least, paths);
    }
    return new RunRows(
        source,
        facts,
        trace.info(),
        String.join("; ", trace.quality().repairs()),
        trace.threads().size(),
        all.total(Timing.WALL),
        all.total(Timing.CPU),
        methods.stream().mapToLong(MethodRow::calls).sum(),
        ids.used,
        methods,
        paths,
        display);
  }

  /** Returns the rows without the names of methods, which need more memory than their figures. */
  RunRows withoutNames() {
    return new RunRows(
        source, facts, info, repairs, threads, wall, cpu, calls, Map.of(), methods, paths, display);
  }

  /** The number of each thread's group. */
  private static int[] numbers(Trace trace, List<String> groups) {
    int[] numbers = new int[trace.threads().size()];
    for (int i = 0; i < numbers.length; i++) {
      // A thread that no view shows has no calls.
      numbers[i] = Math.max(0, groups.indexOf(group(trace.threads().get(i).name())));
    }
    return numbers;
  }

  /** The threads of a pool are one group: their names differ by numbers only. */
  static String group(String thread) {
    return DIGITS.matcher(thread).replaceAll("#");
  }

  /** The id of a method. */
  static long id(Method method) {
    return Digest.idOf(method.fullName());
  }

  /** The ids of a trace's methods. */
  private static final class Ids {
    private final Map<String, Long> byName = new HashMap<>();
    private final Map<Long, Method> used = new TreeMap<>();
    private final long[] byNumber;

    Ids(MethodTable methods) {
      byNumber = new long[methods.size()];
      for (int i = 0; i < byNumber.length; i++) {
        Method method = methods.get(i);
        byNumber[i] = byName.computeIfAbsent(method.fullName(), _ -> id(method));
        used.putIfAbsent(byNumber[i], method);
      }
    }

    long of(String name) {
      Long id = byName.get(name);
      if (id == null) {
        throw new IllegalStateException("a method that the trace does not have: " + name);
      }
      return id;
    }

    Map<Long, Durations.Method> byId(int group, Durations durations) {
      Map<Long, Durations.Method> byId = new HashMap<>();
      for (int m = 0; m < byNumber.length; m++) {
        Durations.Method calls = durations.of(group, m);
        if (calls != null) {
          byId.computeIfAbsent(byNumber[m], _ -> new Durations.Method()).add(calls);
        }
      }
      return byId;
    }

    void paths(CallTree tree, String group, Timing timing, long least, List<PathRow> rows) {
      int[] depth = new int[tree.size()];
      for (int node = 1; node < tree.size(); node++) {
        depth[node] = depth[tree.parent(node)] + 1;
        if (timing.inclusive(tree, node) >= Math.max(1, least)) {
          long[] path = new long[depth[node]];
          for (int n = node, i = path.length - 1; i >= 0; n = tree.parent(n), i--) {
            path[i] = byNumber[tree.method(n)];
          }
          rows.add(
              new PathRow(
                  byNumber[tree.method(node)],
                  group,
                  path,
                  tree.calls(node),
                  new long[] {
                    tree.exclusiveWall(node),
                    tree.inclusiveWall(node),
                    tree.exclusiveCpu(node),
                    tree.inclusiveCpu(node)
                  }));
        }
      }
    }
  }
}
