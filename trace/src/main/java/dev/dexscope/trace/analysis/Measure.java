package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.tree.CallTree;

/**
 * The time that figures measure, and with it the definition of exclusive and inclusive time for
 * every table, file and page.
 *
 * <pre>{@code
 * Measure measure = Measure.ofWork(trace.info().clock());
 * long exclusive = measure.exclusive(cost);
 * }</pre>
 *
 * @param timing the clock
 * @param isWork whether waiting is shown apart from exclusive time: CPU time contains no waiting,
 *     and elapsed time is counted without methods that only wait
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

  /** Returns the time of a row with its callees; includes waiting. */
  public long inclusive(Cost cost) {
    return cost.inclusive(timing);
  }

  /** Returns whether the waiting that exclusive times omit is known. */
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
   * @param waits the methods whose time is omitted, by their numbers; may be empty
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
