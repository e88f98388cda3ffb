package dev.dexscope.inject;

import java.util.List;
import java.util.Map;

/**
 * The result of an injection.
 *
 * @param seen methods in all files, but those of classes that cannot be read
 * @param instrumented methods with the profiler's calls
 * @param skipped methods that were not selected for them, by reason
 * @param left methods that were, but are unchanged
 * @param notMeasured all methods without the profiler's calls, skipped or left, and classes that
 *     cannot be read
 * @param openClasses classes with supertypes that the platform lacks: they are checked by their own
 *     code only
 * @param dexBefore bytes of dex code as it was, unpacked
 * @param dexAfter bytes of it now, with the run time
 * @param notes other information for the user
 */
public record InjectionReport(
    int seen,
    int instrumented,
    Map<Skip, Integer> skipped,
    List<Left> left,
    List<Left> notMeasured,
    int openClasses,
    long dexBefore,
    long dexAfter,
    List<String> notes) {
  public InjectionReport {
    skipped = Map.copyOf(skipped);
    left = List.copyOf(left);
    notMeasured = List.copyOf(notMeasured);
    notes = List.copyOf(notes);
  }
}
