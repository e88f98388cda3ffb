package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Clock;

/**
 * What a row of a profile cost. Times are nanoseconds. Inclusive times count a recursion once: only
 * its outermost call.
 *
 * @param name the method, class, package or thread
 * @param calls how often it was called
 * @param exceptions how many of the calls an exception left
 * @param waiting how much of the exclusive elapsed time was no work: without the CPU time where the
 *     trace has it, else in methods that only wait
 */
public record Cost(
    String name,
    long calls,
    long exceptions,
    long inclusiveWall,
    long exclusiveWall,
    long inclusiveCpu,
    long exclusiveCpu,
    long waiting) {

  /** Elapsed time that was no CPU time: waiting, blocked or not scheduled. */
  public long offCpu() {
    return Math.max(0, exclusiveWall - exclusiveCpu);
  }

  /** The exclusive time that was work: CPU time where the trace has it. */
  public long work(Clock clock) {
    return clock == Clock.WALL ? exclusiveWall - waiting : exclusiveCpu;
  }

  public long inclusive(Timing timing) {
    return switch (timing) {
      case WALL -> inclusiveWall;
      case CPU -> inclusiveCpu;
      case OFF_CPU -> Math.max(0, inclusiveWall - inclusiveCpu);
    };
  }

  public long exclusive(Timing timing) {
    return switch (timing) {
      case WALL -> exclusiveWall;
      case CPU -> exclusiveCpu;
      case OFF_CPU -> offCpu();
    };
  }
}
