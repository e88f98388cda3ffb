package dev.dexscope.trace;

import dev.dexscope.trace.tree.CallTree;

/**
 * A thread of a trace.
 *
 * @param id the number in the records: the kernel's thread id, or the VM's own
 * @param name its name; {@code thread 12} where the trace has none
 * @param listed whether the trace names it
 * @param records how many records it has; 0 for a thread that was only listed
 * @param firstWall when its first record was made, in nanoseconds from the trace's start
 * @param lastWall when its last record was made
 * @param tree what it called
 */
public record TraceThread(
    long id,
    String name,
    boolean listed,
    long records,
    long firstWall,
    long lastWall,
    CallTree tree) {

  /** Whether it did anything that the trace saw. */
  public boolean isActive() {
    return records > 0;
  }
}
