package dev.dexscope.trace.analysis;

import java.util.Set;

/**
 * The cost of a row of a profile. Times are nanoseconds. Inclusive times count a recursion once:
 * only its outermost call.
 *
 * @param name the method, class, package or thread
 * @param calls the number of calls
 * @param exceptions the number of calls that an exception ended
 * @param waiting the part of the exclusive elapsed time that was not work: without CPU time if the
 *     trace has it, else in methods that only wait
 * @param estimated the number of calls whose time was estimated from that of others
 * @param error the standard error of the exclusive elapsed time that this causes
 */
public record Cost(
    String name,
    long calls,
    long exceptions,
    long inclusiveWall,
    long exclusiveWall,
    long inclusiveCpu,
    long exclusiveCpu,
    long waiting,
    long estimated,
    long error) {

  /** The rows for making classes ready for their first use. */
  private static final Set<String> OF_FIRST_USE = Set.of("(class loading)", "(translation)");

  /** Returns whether it is of the virtual machine, which loads and translates classes. */
  public boolean isFirstUse() {
    return OF_FIRST_USE.contains(name);
  }

  public long inclusive(Timing timing) {
    return timing.of(inclusiveWall, inclusiveCpu);
  }

  /** Returns the exclusive time, waiting included; {@link Measure} determines which is shown. */
  public long exclusive(Timing timing) {
    return timing.of(exclusiveWall, exclusiveCpu);
  }
}
