package dev.dexscope.trace.finding;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Several threads do not run in a method that is none of those that wait. */
final class SharedWait implements Search {
  private static final long LEAST_NANOS = 50_000_000;

  /** Of the time of the threads, and how many times longer than their work there. */
  private static final double LEAST = 0.1;

  private static final int TIMES_ITS_WORK = 3;

  /** One method, on all threads. */
  private static final class Sum {
    private int threads;
    private long waiting;
    private long work;

    /** The time of the threads that wait there. */
    private long elapsed;

    /** The time in which they do not run, wherever. */
    private long idle;
  }

  @Override
  public List<Finding> in(Facts facts) {
    boolean isOfCalls = !facts.isSampled() && !facts.trace().info().hasMarks();
    boolean isKnown = !facts.trace().observed().waits().isEmpty();
    if (facts.clock() != Clock.DUAL || !isOfCalls || isKnown) {
      return List.of();
    }
    Map<Integer, Sum> sums = new HashMap<>();
    for (View.Part part : facts.view().threads()) {
      add(facts, part.tree(), sums);
    }
    List<Finding> findings = new ArrayList<>();
    sums.forEach((method, sum) -> {
      String name = facts.view().methods().get(method).qualifiedName();
      double share = (double) sum.waiting / Math.max(1, sum.elapsed);
      if (sum.threads > 1
          && sum.waiting >= LEAST_NANOS
          && share >= LEAST
          && Facts.isOwn(name)
          && sum.waiting >= TIMES_ITS_WORK * sum.work
          // Else it is everywhere: there are fewer cores than threads.
          && 2 * sum.waiting >= sum.idle) {
        findings.add(
            new Finding(
                Rule.SHARED_WAIT,
                share,
                sum.threads
                    + " threads do not run for "
                    + Facts.ms(sum.waiting)
                    + " in "
                    + name
                    + " itself, which calls nothing that waits: for its lock, for input or output, or"
                    + " because other work had the cores.",
                name,
                ""));
      }
    });
    return findings;
  }

  private static void add(Facts facts, CallTree tree, Map<Integer, Sum> sums) {
    Map<Integer, long[]> own = new HashMap<>();
    for (int node = 1; node < tree.size(); node++) {
      int method = tree.method(node);
      if (!facts.isWaiting(tree, node)) {
        long[] times = own.computeIfAbsent(method, _ -> new long[2]);
        times[0] += tree.exclusiveWall(node);
        times[1] += tree.exclusiveCpu(node);
      }
    }
    long idle = own.values().stream().mapToLong(times -> Math.max(0, times[0] - times[1])).sum();
    own.forEach((method, times) -> {
      long waiting = times[0] - times[1];
      if (waiting >= LEAST_NANOS / 10) {
        Sum sum = sums.computeIfAbsent(method, _ -> new Sum());
        sum.threads++;
        sum.waiting += waiting;
        sum.work += times[1];
        sum.idle += idle;
        sum.elapsed += tree.inclusiveWall(0);
      }
    });
  }
}
