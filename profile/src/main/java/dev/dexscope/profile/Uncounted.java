package dev.dexscope.profile;

import dev.dexscope.inject.Left;
import dev.dexscope.inject.Skip;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The methods of a program whose calls are not counted, by their full names.
 *
 * @param excluded those that are not to be seen: their times are their callers'
 * @param others trivial ones, native ones, and those that were refused: samples see them
 */
record Uncounted(Set<String> excluded, Set<String> others) {
  static final Uncounted NONE = new Uncounted(Set.of(), Set.of());

  Uncounted {
    excluded = Set.copyOf(excluded);
    others = Set.copyOf(others);
  }

  static Uncounted of(List<Left> notMeasured) {
    Set<String> excluded = new HashSet<>();
    Set<String> others = new HashSet<>();
    for (Left each : notMeasured) {
      boolean isExcluded = each.reason().equals(Skip.FILTERED.words());
      (isExcluded ? excluded : others).add(each.method());
    }
    return new Uncounted(excluded, others);
  }
}
