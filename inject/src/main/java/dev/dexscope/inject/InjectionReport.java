package dev.dexscope.inject;

import java.util.List;
import java.util.Map;

/**
 * What became of the code.
 *
 * @param seen methods in all files
 * @param instrumented methods with the profiler's calls
 * @param skipped methods that were not meant to have them, by reason
 * @param left methods that were, but stayed as they were
 * @param openClasses classes that extend some that the platform lacks: they are checked as far as
 *     their own code tells
 * @param dexBefore bytes of dex code as it was, unpacked
 * @param dexAfter bytes of it now, with the run time
 * @param notes what else the user should know
 */
public record InjectionReport(
    int seen,
    int instrumented,
    Map<Skip, Integer> skipped,
    List<Left> left,
    int openClasses,
    long dexBefore,
    long dexAfter,
    List<String> notes) {
  public InjectionReport {
    skipped = Map.copyOf(skipped);
    left = List.copyOf(left);
    notes = List.copyOf(notes);
  }
}
