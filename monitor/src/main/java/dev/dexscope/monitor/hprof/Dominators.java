package dev.dexscope.monitor.hprof;

import java.util.Arrays;

/**
 * The dominators of objects: an object's dominator is on all paths from the roots to it, so that
 * the object would be freed with it. Found by the semi-NCA algorithm (Georgiadis, <i>Linear-Time
 * Algorithms for Dominators and Related Problems</i>, 2005, section 2.3).
 */
final class Dominators {
  /** The number of the node above all roots. */
  static final int TOP = -1;

  /** Of an object that no root leads to. */
  static final int UNREACHED = -2;

  private final int[] dominators;
  private final long[] retained;
  private final int reached;

  private Dominators(int[] dominators, long[] retained, int reached) {
    this.dominators = dominators;
    this.retained = retained;
    this.reached = reached;
  }

  /**
   * Returns the object that dominates another; {@link #TOP} or {@link #UNREACHED} if there is none.
   */
  int of(int object) {
    return dominators[object];
  }

  /**
   * Returns the bytes that would be freed with an object, itself included; 0 if it is not reached.
   */
  long retained(int object) {
    return retained[object];
  }

  /** Returns how many objects are reached. */
  int reached() {
    return reached;
  }

  /** The result of a depth-first search, after which the graph, which is large, is not needed. */
  static final class Search {
    /** The number of objects; they are numbered from 1 on, and 0 is above the roots. */
    private final int reached;

    private final int[] objects;

    /** By which each was found. */
    private final int[] parents;

    /** The start of each object's predecessors in the array. */
    private int[] starts;

    private int[] predecessors;

    private Search(int reached, int[] objects, int[] parents, int[] starts, int[] predecessors) {
      this.reached = reached;
      this.objects = objects;
      this.parents = parents;
      this.starts = starts;
      this.predecessors = predecessors;
    }

    /** Of each its dominator, all by numbers. The search is of no use afterwards. */
    private int[] immediate() {
      int[] immediate = Dominators.immediate(reached, parents, starts, predecessors);
      // What comes needs the room.
      starts = new int[0];
      predecessors = starts;
      return immediate;
    }
  }

  static Search search(ReferenceGraph graph, int[] roots) {
    int[] numbers = new int[graph.objects()];
    int[] objects = new int[graph.objects() + 1];
    int[] parents = new int[graph.objects() + 1];
    int reached = search(graph, roots, numbers, objects, parents);
    int[] starts = new int[reached + 2];
    int[] predecessors = predecessors(graph, roots, numbers, objects, reached, starts);
    return new Search(reached, objects, parents, starts, predecessors);
  }

  static Dominators find(Search search, int[] sizes) {
    int reached = search.reached;
    int[] objects = search.objects;
    int[] immediate = search.immediate();
    long[] byNumber = new long[reached + 1];
    for (int i = reached; i > 0; i--) {
      byNumber[i] += sizes[objects[i]];
      byNumber[immediate[i]] += byNumber[i];
    }
    int[] dominators = new int[sizes.length];
    long[] retained = new long[sizes.length];
    Arrays.fill(dominators, UNREACHED);
    for (int i = 1; i <= reached; i++) {
      dominators[objects[i]] = immediate[i] == 0 ? TOP : objects[immediate[i]];
      retained[objects[i]] = byNumber[i];
    }
    return new Dominators(dominators, retained, reached);
  }

  private static int search(
      ReferenceGraph graph, int[] roots, int[] numbers, int[] objects, int[] parents) {
    int[] next = new int[graph.objects()];
    int reached = 0;
    for (int root : roots) {
      if (numbers[root] != 0) {
        continue;
      }
      numbers[root] = ++reached;
      objects[reached] = root;
      next[root] = graph.start(root);
      int at = reached;
      while (at != 0) {
        int object = objects[at];
        if (next[object] == graph.end(object)) {
          at = parents[at];
          continue;
        }
        int target = graph.target(next[object]++);
        if (numbers[target] == 0) {
          numbers[target] = ++reached;
          objects[reached] = target;
          parents[reached] = at;
          next[target] = graph.start(target);
          at = reached;
        }
      }
    }
    return reached;
  }

  /** Returns all by their numbers; those of each begin at its start. */
  private static int[] predecessors(
      ReferenceGraph graph, int[] roots, int[] numbers, int[] objects, int reached, int[] starts) {
    for (int root : roots) {
      starts[numbers[root]]++;
    }
    for (int i = 1; i <= reached; i++) {
      int object = objects[i];
      for (int edge = graph.start(object); edge < graph.end(object); edge++) {
        starts[numbers[graph.target(edge)]]++;
      }
    }
    int sum = 0;
    for (int i = 0; i < starts.length; i++) {
      sum = Math.addExact(sum, starts[i]);
      starts[i] = sum;
    }
    int[] sources = new int[sum];
    for (int i = reached; i > 0; i--) {
      int object = objects[i];
      for (int edge = graph.start(object); edge < graph.end(object); edge++) {
        sources[--starts[numbers[graph.target(edge)]]] = i;
      }
    }
    for (int root : roots) {
      sources[--starts[numbers[root]]] = 0;
    }
    return sources;
  }

  private static int[] immediate(int reached, int[] parents, int[] starts, int[] sources) {
    int[] semi = new int[reached + 1];
    int[] label = new int[reached + 1];
    int[] ancestors = parents.clone();
    for (int i = 0; i <= reached; i++) {
      semi[i] = i;
      label[i] = i;
    }
    int[] path = new int[64];
    for (int i = reached; i > 0; i--) {
      for (int edge = starts[i]; edge < starts[i + 1]; edge++) {
        int source = sources[edge];
        int candidate = source;
        if (source > i) {
          // Compresses the path from the source up to the objects that are not done yet.
          int depth = 0;
          int at = source;
          while (ancestors[at] > i) {
            if (depth == path.length) {
              path = Arrays.copyOf(path, 2 * depth);
            }
            path[depth++] = at;
            at = ancestors[at];
          }
          while (depth > 0) {
            int below = path[--depth];
            int above = ancestors[below];
            if (semi[label[above]] < semi[label[below]]) {
              label[below] = label[above];
            }
            ancestors[below] = ancestors[above];
          }
          candidate = semi[label[source]];
        }
        semi[i] = Math.min(semi[i], candidate);
      }
      label[i] = i;
    }
    int[] immediate = parents;
    for (int i = 1; i <= reached; i++) {
      int above = immediate[i];
      while (above > semi[i]) {
        above = immediate[above];
      }
      immediate[i] = above;
    }
    return immediate;
  }
}
