package dev.dexscope.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The call paths of a thread: the last rows of its stack, at most {@code TAU_CALLPATH_DEPTH} of
 * them. Paths are numbered in the order of their first occurrence and never change.
 */
final class CallPaths {
  /** The path that is the thread's own row alone. */
  static final int ROOT = 0;

  /** Stands for all paths that there is no room for. */
  static final int LOST = -1;

  private static final int MOST = 1 << 16;

  private final int depth;
  private final Map<List<Integer>, Integer> numbers = new HashMap<List<Integer>, Integer>();
  private int[][] rows = new int[64][];
  private int size;

  CallPaths(int depth) {
    this.depth = depth;
    number(new int[] {Calls.ROOT_ROW});
  }

  /** The path when {@code row} is called on {@code path}. */
  int step(int path, int row) {
    if (path == LOST) {
      return LOST;
    }
    int[] from = rows[path];
    int kept = Math.min(from.length, depth - 1);
    int[] to = Arrays.copyOfRange(from, from.length - kept, from.length + 1);
    to[kept] = row;
    return number(to);
  }

  /** The rows of a path, outermost first. */
  int[] rows(int path) {
    return rows[path];
  }

  int size() {
    return size;
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
}
