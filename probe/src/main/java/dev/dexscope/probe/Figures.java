package dev.dexscope.probe;

import java.util.Arrays;

/**
 * The figures of a {@link CallTree} without the cost of measuring, in nanoseconds.
 *
 * <p>Each call's own time contains the cost between its two readings of the clock, and the cost
 * around that for each call from it. Both follow from the numbers of calls. They are less where the
 * VM has compiled the profiler into its callers than where they were calibrated. As much of each is
 * subtracted, everywhere the same part, as leaves hardly any path less than nothing: of the first
 * as the paths without callees show.
 */
final class Figures {
  private static final int STEPS = 20;

  /** The part of all time by which paths may be below zero: measuring has errors. */
  private static final double TOLERATED = 0.005;

  /** The part of the subtracted cost that is taken to be its standard error. */
  private static final double UNCERTAIN = 0.15;

  final CallTree tree;

  /** Of each node, what the calls from it have cost around them, as it was calibrated. */
  private final double[] outer;

  /** Of each node, the costs by which that and the means of the calls from it may be wrong. */
  private final double[] uncertain;

  private final boolean[] isLeaf;

  /** Within a call. */
  private final double inner;

  /** The part of the calibrated cost of calls from a node. */
  private final double part;

  /** The time that {@link Calls} has subtracted from the CPU time of each call that was timed. */
  private final long cpuReading;

  /** Decides what is subtracted. */
  Figures(CallTree tree, Overhead overhead) {
    this.tree = tree;
    this.cpuReading = overhead.cpuReading;
    this.outer = new double[tree.size()];
    this.uncertain = new double[tree.size()];
    this.isLeaf = new boolean[tree.size()];
    Arrays.fill(isLeaf, true);
    for (int node = CallTree.ROOT + 1; node < tree.size(); node++) {
      int caller = tree.parent(node);
      long untimed = tree.get(node, CallTree.ESTIMATED);
      double timed = (double) overhead.outer * (tree.get(node, CallTree.CALLS) - untimed);
      double counted = (double) overhead.untimed * untimed;
      // The mean that the caller of a call that is not timed has lost contains what lies between
      // two readings of the clock, but there were none.
      double within = (double) overhead.inner * untimed;
      outer[caller] += timed + counted - within;
      uncertain[caller] += timed + counted + within;
      outer[node] += (double) overhead.other * tree.get(node, CallTree.OTHERS);
      isLeaf[caller] = false;
    }
    int step = STEPS;
    while (step > 0 && belowZero(overhead.inner * step / (double) STEPS, 0, true) > TOLERATED) {
      step--;
    }
    inner = overhead.inner * step / (double) STEPS;
    step = STEPS;
    while (step > 0 && belowZero(inner, step / (double) STEPS, false) > TOLERATED) {
      step--;
    }
    part = step / (double) STEPS;
  }

  /** Returns the part of all time by which paths are below zero, or those without callees. */
  private double belowZero(double inner, double part, boolean isLeavesOnly) {
    double below = 0;
    double all = 1;
    for (int node = CallTree.ROOT + 1; node < tree.size(); node++) {
      long time = tree.get(node, CallTree.EXCL_WALL);
      all += time;
      if (!isLeavesOnly || isLeaf[node]) {
        below += Math.max(0, cost(node, inner, part) - time);
      }
    }
    return below / all;
  }

  private double cost(int node, double inner, double part) {
    return inner * tree.get(node, CallTree.CALLS) + part * outer[node];
  }

  /** Returns the time of a node's calls without what they called. */
  long wall(int node) {
    return own(node, CallTree.EXCL_WALL);
  }

  /** The same as CPU time: measuring does not wait. It is never longer than the elapsed time. */
  long cpu(int node) {
    return Math.min(own(node, CallTree.EXCL_CPU), wall(node));
  }

  private long own(int node, int figure) {
    double time = tree.get(node, figure) - cost(node, inner, part);
    return (long) Math.max(0, time) >> Calls.PARTS;
  }

  /**
   * Returns the standard error of {@link #wall}, and of {@link #cpu} where that is measured: of
   * calls that were not timed, by how much those differ that were, and that of the cost that was
   * subtracted, also with the means of what it called.
   */
  long error(int node) {
    double sampling = 0;
    long untimed = tree.get(node, CallTree.ESTIMATED);
    double subtracted =
        inner * tree.get(node, CallTree.CALLS)
            + uncertain[node]
            + (double) cpuReading * (tree.get(node, CallTree.CALLS) - untimed);
    double cost = UNCERTAIN * subtracted / (1 << Calls.PARTS);
    long samples = tree.get(node, CallTree.SAMPLES);
    if (untimed > 0 && samples > 0) {
      double variance = (double) tree.get(node, CallTree.SQUARES) / samples;
      sampling = untimed * Math.sqrt(variance / samples);
    } else if (untimed > 0) {
      sampling = (double) untimed * tree.get(node, CallTree.MEAN_WALL) / (1 << Calls.PARTS);
    }
    return (long) Math.sqrt(cost * cost + sampling * sampling);
  }
}
