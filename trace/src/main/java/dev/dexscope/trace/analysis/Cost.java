package dev.dexscope.trace.analysis;

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

  public long inclusive(Timing timing) {
    return timing.of(inclusiveWall, inclusiveCpu);
  }

  /** As it is, waiting included; {@link Measure} says which of it is shown. */
  public long exclusive(Timing timing) {
    return timing.of(exclusiveWall, exclusiveCpu);
  }
}
