package dev.dexscope.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The reference: whenever time passes, it is added to what is running. No start times, no child
 * times, so that it shares no idea with what it judges.
 */
final class NaiveProfile {
  /**
   * By method's id, -1 for the thread: calls, subroutines, exclusive, inclusive, the same in CPU.
   */
  final Map<Integer, long[]> methods = new TreeMap<>();

  /** By call path, outermost first. */
  final Map<List<Integer>, long[]> paths = new HashMap<>();

  private final int pathDepth;
  private final List<Integer> stack = new ArrayList<>(List.of(-1));

  NaiveProfile(int pathDepth) {
    this.pathDepth = pathDepth;
    of(methods, -1)[0] = 1;
    of(paths, List.of(-1))[0] = 1;
  }

  void enter(int id) {
    of(methods, stack.getLast())[1]++;
    of(paths, path(stack.size()))[1]++;
    stack.add(id);
    of(methods, id)[0]++;
    of(paths, path(stack.size()))[0]++;
  }

  void pass(long wall, long cpu) {
    add(of(methods, stack.getLast()), 2, wall, cpu);
    add(of(paths, path(stack.size())), 2, wall, cpu);
    new HashSet<>(stack).forEach(id -> add(of(methods, id), 3, wall, cpu));
    var running = new HashSet<List<Integer>>();
    for (int size = 1; size <= stack.size(); size++) {
      running.add(path(size));
    }
    running.forEach(path -> add(of(paths, path), 3, wall, cpu));
  }

  private static <K> long[] of(Map<K, long[]> rows, K key) {
    return rows.computeIfAbsent(key, _ -> new long[6]);
  }

  private static void add(long[] figures, int at, long wall, long cpu) {
    figures[at] += wall;
    figures[at + 2] += cpu;
  }

  /** Passes over a return without a call. */
  void exit() {
    if (depth() > 0) {
      stack.removeLast();
    }
  }

  int depth() {
    return stack.size() - 1;
  }

  void unwindTo(int depth) {
    while (depth() > depth) {
      stack.removeLast();
    }
  }

  /** Out of the call at a depth, where there is one. */
  void exit(int depth) {
    if (depth <= depth()) {
      unwindTo(depth - 1);
    }
  }

  private List<Integer> path(int size) {
    return List.copyOf(stack.subList(Math.max(0, size - pathDepth), size));
  }

  /** Returns the figures of the calls, in the same form. */
  static Map<Integer, long[]> methods(Tables tables) {
    Map<Integer, long[]> rows = new TreeMap<>();
    for (int row = 0; row < tables.methods.limit(); row++) {
      if (tables.methods.get(row, Counters.CALLS) > 0) {
        rows.put(row - 1, figures(tables.methods, row));
      }
    }
    return rows;
  }

  static Map<List<Integer>, long[]> paths(Tables tables, CallPaths paths) {
    Map<List<Integer>, long[]> rows = new HashMap<>();
    for (int path = 0; path < paths.size(); path++) {
      List<Integer> ids = Arrays.stream(paths.rows(path)).mapToObj(row -> row - 1).toList();
      rows.put(ids, figures(tables.byPath, path));
    }
    return rows;
  }

  private static long[] figures(Counters counters, int row) {
    return new long[] {
      counters.get(row, Counters.CALLS),
      counters.get(row, Counters.SUBRS),
      counters.get(row, Counters.EXCL_WALL),
      counters.get(row, Counters.INCL_WALL),
      counters.get(row, Counters.EXCL_CPU),
      counters.get(row, Counters.INCL_CPU)
    };
  }
}
