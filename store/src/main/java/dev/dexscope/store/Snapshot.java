package dev.dexscope.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The state of a store: what all of its commits together make, in whatever order they are read. A
 * part that a commit removes is gone. If several parts have a run, because two writers added it at
 * once, the first has it, and it is hidden in the others.
 *
 * @param parts in their order
 * @param runs all visible runs
 */
record Snapshot(List<LivePart> parts, Set<Long> runs) {
  private static final Comparator<Part> FIRST =
      Comparator.comparing(Part::order).thenComparing(Part::id);

  /**
   * A part with runs that count.
   *
   * @param hidden those of its runs that an earlier part has
   */
  record LivePart(Part part, Set<Long> hidden) {
    LivePart {
      hidden = Set.copyOf(hidden);
    }

    int runs() {
      return part.runs().size() - hidden.size();
    }
  }

  Snapshot {
    parts = List.copyOf(parts);
    runs = Set.copyOf(runs);
  }

  static Snapshot of(Iterable<Commit> commits) {
    Set<String> removed = new HashSet<>();
    Map<String, Part> added = new TreeMap<>();
    for (Commit each : commits) {
      removed.addAll(each.removed());
      each.added().forEach(part -> added.putIfAbsent(part.id(), part));
    }
    List<Part> parts = new ArrayList<>(added.values());
    parts.removeIf(part -> removed.contains(part.id()));
    parts.sort(FIRST);
    List<LivePart> live = new ArrayList<>();
    Set<Long> runs = new HashSet<>();
    for (Part part : parts) {
      Set<Long> hidden = new HashSet<>();
      for (long run : part.runs()) {
        if (!runs.add(run)) {
          hidden.add(run);
        }
      }
      if (hidden.size() < part.runs().size()) {
        live.add(new LivePart(part, hidden));
      }
    }
    return new Snapshot(live, runs);
  }
}
