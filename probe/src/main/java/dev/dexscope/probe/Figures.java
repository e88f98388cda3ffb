package dev.dexscope.probe;

/**
 * The figures of a {@link CallTree} without the cost of measuring, in nanoseconds.
 *
 * <p>A pair of calls of the profiler costs less where the VM has compiled it into its caller than
 * where it was calibrated. As much of the calibrated cost is subtracted, everywhere the same part,
 * as leaves hardly any path less than nothing.
 */
final class Figures {
  private static final int STEPS = 20;

  /** The part of all time by which paths may be below zero: measuring has errors. */
  private static final double TOLERATED = 0.005;

  /** The part of the subtracted cost that is taken to be its standard error. */
  private static final double UNCERTAIN = 0.15;

  final CallTree tree;
  private final int step;

  Figures(CallTree tree) {
    this.tree = tree;
    int step = STEPS;
    while (step > 0 && belowZero(tree, step) > TOLERATED) {
      step--;
    }
    this.step = step;
  }

  /** Returns the part of all time by which paths are below zero. */
  private static double belowZero(CallTree tree, int step) {
    double below = 0;
    double all = 1;
    for (int node = 0; node < tree.size(); node++) {
      long time = tree.get(node, CallTree.EXCL_WALL);
      all += time;
      below += Math.max(0, part(tree, node, step) - time);
    }
    return below / all;
  }

  private static long part(CallTree tree, int node, int step) {
    return (long) ((double) tree.get(node, CallTree.EXCL_COST) * step / STEPS);
  }

  /** Returns the time of a node's calls without what they called. */
  long wall(int node) {
    return own(node, CallTree.EXCL_WALL);
  }

  /** The same as CPU time: measuring does not wait. */
  long cpu(int node) {
    return own(node, CallTree.EXCL_CPU);
  }

  private long own(int node, int figure) {
    return Math.max(0, tree.get(node, figure) - part(tree, node, step)) >> Calls.PARTS;
  }

  /**
   * Returns the standard error of {@link #wall}: of calls that were not timed, by how much those
   * differ that were, and that of the cost that was subtracted.
   */
  long error(int node) {
    double cost = UNCERTAIN * part(tree, node, STEPS) / (1 << Calls.PARTS);
    double sampling = 0;
    long estimated = tree.get(node, CallTree.ESTIMATED);
    long samples = tree.get(node, CallTree.SAMPLES);
    if (estimated > 0 && samples > 0) {
      double variance = (double) tree.get(node, CallTree.SQUARES) / samples;
      sampling = estimated * Math.sqrt(variance / samples);
    } else if (estimated > 0) {
      sampling = (double) estimated * tree.get(node, CallTree.MEAN_WALL) / (1 << Calls.PARTS);
    }
    return (long) Math.sqrt(cost * cost + sampling * sampling);
  }
}
