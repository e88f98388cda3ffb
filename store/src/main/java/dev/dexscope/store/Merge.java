package dev.dexscope.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A part that has the visible runs of several. */
final class Merge {
  private Merge() {}

  /** The part; it keeps the first place of theirs, so that their runs stay with it. */
  static Part of(String id, List<Snapshot.LivePart> parts, Map<StoreTable, Part.Data> files) {
    Part first =
        parts.stream()
            .map(Snapshot.LivePart::part)
            .min(Comparator.comparing(Part::order))
            .orElseThrow();
    String day =
        parts.stream()
            .map(each -> each.part().day())
            .max(Comparator.naturalOrder())
            .orElse(first.day());
    List<Long> runs = new ArrayList<>();
    Set<Long> besides = new HashSet<>();
    for (Snapshot.LivePart each : parts) {
      besides.addAll(each.besides());
      for (long run : each.part().runs()) {
        if (!each.hidden().contains(run)) {
          runs.add(run);
        }
      }
    }
    besides.retainAll(new HashSet<>(runs));
    return new Part(id, first.order(), first.app(), day, runs, files, besides);
  }
}
