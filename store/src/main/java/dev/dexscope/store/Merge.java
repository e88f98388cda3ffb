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

  /** Of a part's id: of the few that are made of the same first part at once. */
  private static final int DISTINCT = 8;

  /**
   * The part; it has the first place of theirs, so that their runs stay with it: behind what was in
   * front of the first one, and in front of what was behind it. Its order is that of the first one,
   * and a part of its own id. With the first one's order alone, two parts that were made of it at
   * once, and what is made of these, would take their places by their ids: a run that is hidden in
   * one of them because the other has it, to some who put parts together, would be hidden in the
   * other to others, and lost when both have removed theirs.
   */
  static Part of(String id, List<Snapshot.LivePart> parts, Map<StoreTable, Part.Data> files) {
    Part first = parts.stream().map(Snapshot.LivePart::part).min(Snapshot.FIRST).orElseThrow();
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
    String order = first.order() + "/" + id.substring(id.length() - DISTINCT);
    return new Part(id, order, first.app(), day, runs, files, besides);
  }
}
