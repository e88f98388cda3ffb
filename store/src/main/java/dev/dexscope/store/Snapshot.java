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
  /** Puts the part first whose runs count. */
  static final Comparator<Part> FIRST = Comparator.comparing(Part::order).thenComparing(Part::id);

  /**
   * A part with runs that count.
   *
   * @param hidden those of its runs that an earlier part has
   * @param besides those of its runs that some part keeps as outliers only: of two that were made
   *     of the same parts at once, one may not know it
   */
  record LivePart(Part part, Set<Long> hidden, Set<Long> besides) {
    LivePart {
      hidden = Set.copyOf(hidden);
      besides = Set.copyOf(besides);
    }

    /** Returns the part without some more of its runs. */
    LivePart without(Set<Long> runs) {
      Set<Long> all = new HashSet<>(hidden);
      part.runs().stream().filter(runs::contains).forEach(all::add);
      return new LivePart(part, all, besides);
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
    Set<Long> besides = new HashSet<>();
    parts.forEach(part -> besides.addAll(part.besides()));
    for (Part part : parts) {
      Set<Long> hidden = new HashSet<>();
      for (long run : part.runs()) {
        if (!runs.add(run)) {
          hidden.add(run);
        }
      }
      if (hidden.size() < part.runs().size()) {
        Set<Long> ofPart = new HashSet<>(besides);
        ofPart.retainAll(part.runs());
        live.add(new LivePart(part, hidden, ofPart));
      }
    }
    return new Snapshot(live, runs);
  }
}
