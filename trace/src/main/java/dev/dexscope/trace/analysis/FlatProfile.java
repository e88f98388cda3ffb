package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.MethodSums;
import java.util.ArrayList;
import java.util.List;

/** A row for each method, class, package or thread. */
public final class FlatProfile {
  private static final boolean[] NONE = new boolean[0];

  /** Where there is no sample, there would be up to three with a probability of 95 %. */
  private static final double LEAST_SAMPLES = 2.34;

  private FlatProfile() {}

  /** The rows in the order of their numbers; see {@link #sorted}. */
  public static List<Cost> of(View view, Grouping by) {
    if (!view.trace().sums().isEmpty() && !by.isOfMethods()) {
      throw new IllegalArgumentException("by " + by + " without call paths");
    }
    return by == Grouping.THREAD ? threads(view) : groups(view, by);
  }

  /** The sort order of rows. */
  public enum Order {
    EXCLUSIVE,
    INCLUSIVE,
    CALLS
  }

  /** Sorts the largest first; equal ones by the largest exclusive time. */
  public static List<Cost> sorted(List<Cost> costs, Measure measure, Order order) {
    List<Cost> sorted = sorted(costs, measure);
    switch (order) {
      case EXCLUSIVE -> {}
      case INCLUSIVE ->
          sorted.sort((a, b) -> Long.compare(measure.inclusive(b), measure.inclusive(a)));
      case CALLS -> sorted.sort((a, b) -> Long.compare(b.calls(), a.calls()));
    }
    return sorted;
  }

  /** The largest exclusive time first. */
  public static List<Cost> sorted(List<Cost> costs, Measure measure) {
    List<Cost> sorted = new ArrayList<>(costs);
    sorted.sort((a, b) -> compare(a, b, measure));
    return sorted;
  }

  /** The same of a time as it is. */
  public static List<Cost> sorted(List<Cost> costs, Timing timing) {
    return sorted(costs, Measure.of(timing));
  }

  // Comparators put together of lambdas take ten times as long to start as a short table to sort.
  private static int compare(Cost a, Cost b, Measure measure) {
    int order = Long.compare(measure.exclusive(b), measure.exclusive(a));
    order = order != 0 ? order : Long.compare(measure.inclusive(b), measure.inclusive(a));
    order = order != 0 ? order : Long.compare(b.calls(), a.calls());
    return order != 0 ? order : a.name().compareTo(b.name());
  }

  private static List<Cost> threads(View view) {
    Clock clock = view.trace().info().clock();
    boolean[] waits = Waiting.in(view.methods());
    int[] asOne = new int[view.methods().size()];
    List<Cost> rows = new ArrayList<>();
    for (View.Part part : view.threads()) {
      CallTree tree = part.tree();
      var sums = new Sums(1, 0);
      sums.add(part, view.trace(), asOne, waits);
      long wall = tree.inclusiveWall(0);
      long cpu = tree.inclusiveCpu(0);
      long waiting =
          clock == Clock.DUAL ? Math.max(0, wall - cpu) : clock.hasCpu() ? 0 : sums.waiting[0];
      // What its methods' times are wrong by, others' are by the opposite: the sum was timed.
      rows.add(
          new Cost(
              part.thread().name(),
              sums.calls[0],
              sums.exceptions[0],
              wall,
              wall,
              cpu,
              cpu,
              waiting,
              sums.estimated[0],
              0));
    }
    return rows;
  }

  private static List<Cost> groups(View view, Grouping by) {
    Grouping.Groups groups = by.groups(view.methods());
    Clock clock = view.trace().info().clock();
    boolean[] waits = !clock.hasCpu() ? Waiting.in(view.methods()) : NONE;
    long sample = view.trace().observed().sampleNanos();
    var sums = new Sums(groups.names().size(), sample);
    for (View.Part part : view.threads()) {
      sums.add(
          sample > 0 ? part.with(Trees.ofProgram(part.tree(), view.methods())) : part,
          view.trace(),
          groups.groupOf(),
          waits);
    }
    List<Cost> rows = new ArrayList<>();
    for (int g = 0; g < groups.names().size(); g++) {
      if (sums.calls[g] > 0 || sums.inclusiveWall[g] > 0) {
        rows.add(sums.cost(g, groups.names().get(g), clock == Clock.DUAL));
      }
    }
    return rows;
  }

  private static final class Sums {
    final long[] calls;
    final long[] exceptions;
    final long[] inclusiveWall;
    final long[] exclusiveWall;
    final long[] inclusiveCpu;
    final long[] exclusiveCpu;
    final long[] waiting;
    final long[] estimated;

    /** The sum of the squares of the errors. */
    final double[] squares;

    /** The CPU time that one sample stands for; 0 if times are not by samples. */
    final long sample;

    /** The number of running calls of a group: only the outermost counts as inclusive. */
    final int[] running;

    Sums(int groups, long sample) {
      this.sample = sample;
      calls = new long[groups];
      exceptions = new long[groups];
      inclusiveWall = new long[groups];
      exclusiveWall = new long[groups];
      inclusiveCpu = new long[groups];
      exclusiveCpu = new long[groups];
      waiting = new long[groups];
      estimated = new long[groups];
      squares = new double[groups];
      running = new int[groups];
    }

    void add(View.Part part, Trace trace, int[] groupOf, boolean[] waits) {
      if (trace.sums().isEmpty()) {
        add(part.tree(), groupOf, waits);
      } else {
        add(trace.sums().get(part.number()), groupOf, waits);
      }
    }

    /** Adds sums by method, in groups of one method each. */
    private void add(MethodSums sums, int[] groupOf, boolean[] waits) {
      for (int row = 0; row < sums.size(); row++) {
        int method = sums.method(row);
        int g = groupOf[method];
        calls[g] += sums.calls(row);
        exceptions[g] += sums.exceptions(row);
        inclusiveWall[g] += sums.inclusiveWall(row);
        exclusiveWall[g] += sums.exclusiveWall(row);
        inclusiveCpu[g] += sums.inclusiveCpu(row);
        exclusiveCpu[g] += sums.exclusiveCpu(row);
        if (waits.length > 0 && waits[method]) {
          waiting[g] += sums.exclusiveWall(row);
        }
      }
    }

    /**
     * Adds a tree; {@code waits} marks the methods that wait, and is empty if the clocks show it.
     */
    private void add(CallTree tree, int[] groupOf, boolean[] waits) {
      int[] open = new int[64];
      int depth = 0;
      for (int node = 1; node <= tree.size(); node++) {
        while (depth > 0 && (node == tree.size() || node >= tree.end(open[depth - 1]))) {
          running[groupOf[tree.method(open[--depth])]]--;
        }
        if (node == tree.size()) {
          return;
        }
        int g = groupOf[tree.method(node)];
        calls[g] += tree.calls(node);
        exceptions[g] += tree.exceptions(node);
        estimated[g] += tree.estimated(node);
        squares[g] += (double) tree.error(node) * tree.error(node);
        exclusiveWall[g] += tree.inclusiveWall(node);
        exclusiveCpu[g] += tree.inclusiveCpu(node);
        if (waits.length > 0 && waits[tree.method(node)]) {
          waiting[g] += tree.exclusiveWall(node);
        }
        if (depth > 0) {
          int caller = groupOf[tree.method(open[depth - 1])];
          exclusiveWall[caller] -= tree.inclusiveWall(node);
          exclusiveCpu[caller] -= tree.inclusiveCpu(node);
        }
        if (running[g]++ == 0) {
          inclusiveWall[g] += tree.inclusiveWall(node);
          inclusiveCpu[g] += tree.inclusiveCpu(node);
        }
        if (depth == open.length) {
          open = java.util.Arrays.copyOf(open, 2 * depth);
        }
        open[depth++] = node;
      }
    }

    Cost cost(int g, String name, boolean bothClocks) {
      return new Cost(
          name,
          calls[g],
          exceptions[g],
          inclusiveWall[g],
          exclusiveWall[g],
          inclusiveCpu[g],
          exclusiveCpu[g],
          bothClocks ? Math.max(0, exclusiveWall[g] - exclusiveCpu[g]) : waiting[g],
          estimated[g],
          Math.round(sample == 0 ? Math.sqrt(squares[g]) : ofSamples(exclusiveCpu[g])));
    }

    /** The standard error of a number of samples is its root; that of none is given by chance. */
    private double ofSamples(long time) {
      return sample * Math.sqrt(Math.max(LEAST_SAMPLES, (double) time / sample));
    }
  }
}
