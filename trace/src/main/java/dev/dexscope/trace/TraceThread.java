package dev.dexscope.trace;

import dev.dexscope.trace.tree.CallTree;

/**
 * A thread of a trace.
 *
 * @param id the number in the records: the kernel's thread id, or the VM's own
 * @param name its name; {@code thread 12} if the trace does not contain one
 * @param listed whether the trace names it
 * @param records the number of its records; 0 for a thread that was only listed
 * @param firstWall time of its first record, in nanoseconds from the trace's start
 * @param lastWall time of its last record
 * @param tree its calls
 */
public record TraceThread(
    long id,
    String name,
    boolean listed,
    long records,
    long firstWall,
    long lastWall,
    CallTree tree) {

  /** Returns whether the trace contains records of it. */
  public boolean isActive() {
    return records > 0;
  }
}
