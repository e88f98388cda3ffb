package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.tree.CallTree;
import java.util.Locale;

/** Which time a figure is of. */
public enum Timing {
  /** Elapsed time. */
  WALL,
  /** CPU time. */
  CPU,
  /** Elapsed time without CPU time. */
  OFF_CPU;

  /** Returns whether a trace with this clock has such times. */
  public boolean isIn(Clock clock) {
    return switch (this) {
      case WALL -> clock.hasWall();
      case CPU -> clock.hasCpu();
      case OFF_CPU -> clock == Clock.DUAL;
    };
  }

  /** The time that was work: CPU time where it is known, else elapsed. */
  public static Timing ofWork(Clock clock) {
    return clock.hasCpu() ? CPU : WALL;
  }

  /** Returns the default: elapsed time if known, else CPU time. */
  public static Timing usual(Clock clock) {
    return clock.hasWall() ? WALL : CPU;
  }

  /**
   * Returns the default of a trace. The elapsed time of a profile of samples and waits is that of
   * threads, in which they mostly wait.
   */
  public static Timing usual(TraceInfo info) {
    return info.isFused() ? CPU : usual(info.clock());
  }

  /** Returns its name in sentences. */
  public String words() {
    return switch (this) {
      case CPU -> "CPU time";
      case WALL -> "elapsed time";
      case OFF_CPU -> "elapsed time without CPU time";
    };
  }

  /** The word for it in JSON and addresses: {@code off-cpu}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** This time of something that took so much elapsed and CPU time. */
  public long of(long wall, long cpu) {
    return switch (this) {
      case WALL -> wall;
      case CPU -> cpu;
      case OFF_CPU -> Math.max(0, wall - cpu);
    };
  }

  public long inclusive(CallTree tree, int node) {
    return of(tree.inclusiveWall(node), tree.inclusiveCpu(node));
  }
}
