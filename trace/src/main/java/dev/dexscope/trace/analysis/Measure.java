package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.tree.CallTree;

/**
 * Which time figures are of, and so what exclusive and inclusive time are. It is decided here for
 * every table, file and page that shows one.
 *
 * <pre>{@code
 * Measure measure = Measure.ofWork(trace.info().clock());
 * long exclusive = measure.exclusive(cost);
 * }</pre>
 *
 * @param timing the clock
 * @param isWork whether waiting is no exclusive time but stands apart: CPU time has none, and of
 *     elapsed time that of methods that only wait is left out
 */
public record Measure(Timing timing, boolean isWork) {
  private static final boolean[] NONE = new boolean[0];

  /** Work alone: CPU time where the trace has it, else elapsed time. */
  public static Measure ofWork(Clock clock) {
    return new Measure(Timing.ofWork(clock), true);
  }

  /** One time as it is, with all waiting that it has. */
  public static Measure of(Timing timing) {
    return new Measure(timing, false);
  }

  /** The time of a row in itself. */
  public long exclusive(Cost cost) {
    return leavesWaitingOut() ? cost.exclusiveWall() - cost.waiting() : cost.exclusive(timing);
  }

  /** The time of a row with what it called; waiting is part of it. */
  public long inclusive(Cost cost) {
    return cost.inclusive(timing);
  }

  /** Whether the waiting that is left out of a trace's exclusive times is known. */
  public boolean hasWaiting(Clock clock) {
    return isWork && clock.hasWall();
  }

  /** The time in JSON and addresses: {@code off-cpu}. */
  public String key() {
    return timing.key();
  }

  /** The time in sentences. */
  public String words() {
    return timing.words();
  }

  private boolean leavesWaitingOut() {
    return isWork && timing == Timing.WALL;
  }

  /** The exclusive times of paths of calls. */
  Paths paths(MethodTable methods) {
    return new Paths(timing, leavesWaitingOut() ? Waiting.in(methods) : NONE);
  }

  /**
   * The exclusive times of the nodes of trees.
   *
   * @param waits which methods' time is left out, by their numbers; empty for none
   */
  record Paths(Timing timing, boolean[] waits) {
    long exclusive(CallTree tree, int node) {
      return exclusive(tree.method(node), tree.exclusiveWall(node), tree.exclusiveCpu(node));
    }

    long exclusive(int method, long wall, long cpu) {
      return waits.length > 0 && waits[method] ? 0 : timing.of(wall, cpu);
    }
  }
}
