package dev.dexscope.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The call paths of a thread: the last rows of its stack, at most {@code TAU_CALLPATH_DEPTH} of
 * them. Paths are numbered in the order of their first occurrence and never change; one look-up of
 * a path and the next row in a hash table yields the next path.
 */
final class CallPaths {
  /** The path that is the thread's own row alone. */
  static final int ROOT = 0;

  /** Stands for all paths that there is no room for. */
  static final int LOST = -1;

  private static final int MOST = 1 << 16;
  private static final int MOST_STEPS = 4 * MOST;

  private final int depth;
  private final Map<List<Integer>, Integer> numbers = new HashMap<List<Integer>, Integer>();
  private int[][] rows = new int[64][];
  private int size;

  /** Pairs of a path and a row, 0 if unused; the next path is at the same place. */
  private long[] steps = new long[256];

  private int[] targets = new int[256];
  private int stepCount;

  CallPaths(int depth) {
    this.depth = depth;
    number(new int[] {Calls.ROOT_ROW});
  }

  /** The path when {@code row} is called on {@code path}. */
  int step(int path, int row) {
    if (path == LOST) {
      return LOST;
    }
    long key = (((long) path << 32) | row) + 1;
    int at = find(steps, key);
    return steps[at] == key ? targets[at] : newStep(path, row, key);
  }

  /** The rows of a path, outermost first. */
  int[] rows(int path) {
    return rows[path];
  }

  int size() {
    return size;
  }

  private int newStep(int path, int row, long key) {
    if (stepCount == MOST_STEPS) {
      return LOST;
    }
    if (2 * (stepCount + 1) > steps.length) {
      growSteps();
    }
    int[] from = rows[path];
    int kept = Math.min(from.length, depth - 1);
    int[] to = Arrays.copyOfRange(from, from.length - kept, from.length + 1);
    to[kept] = row;
    int at = find(steps, key);
    targets[at] = number(to);
    steps[at] = key;
    stepCount++;
    return targets[at];
  }

  private int number(int[] path) {
    List<Integer> name = new ArrayList<Integer>(path.length);
    for (int row : path) {
      name.add(row);
    }
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (size == MOST) {
      return LOST;
    }
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size);
    }
    rows[size] = path;
    numbers.put(name, size);
    return size++;
  }

  private static int find(long[] steps, long key) {
    int mask = steps.length - 1;
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (steps[at] != 0 && steps[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void growSteps() {
    long[] moreSteps = new long[2 * steps.length];
    int[] moreTargets = new int[moreSteps.length];
    for (int i = 0; i < steps.length; i++) {
      if (steps[i] != 0) {
        int at = find(moreSteps, steps[i]);
        moreSteps[at] = steps[i];
        moreTargets[at] = targets[i];
      }
    }
    // At once: the stack may end anywhere before.
    steps = moreSteps;
    targets = moreTargets;
  }
}
