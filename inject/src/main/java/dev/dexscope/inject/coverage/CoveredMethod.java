package dev.dexscope.inject.coverage;

import java.util.SortedMap;

/**
 * A method, and what was reached of it.
 *
 * @param name as the code has it
 * @param signature its descriptor
 * @param lines by their numbers; empty if the code has none
 */
public record CoveredMethod(
    String name, String signature, Counters counters, SortedMap<Integer, CoveredLine> lines) {
  /** Returns whether it was called. */
  public boolean hasRun() {
    return counters.methods().covered() > 0;
  }
}
