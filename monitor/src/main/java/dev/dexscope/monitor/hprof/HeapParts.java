package dev.dexscope.monitor.hprof;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sums of the parts of an Android heap. */
final class HeapParts {
  private final Map<String, HeapDump.HeapPart> byName = new LinkedHashMap<>();

  /** Adds objects to a part. */
  void add(String name, int[] sizes, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += sizes[i];
    }
    if (to > from) {
      byName.merge(
          name,
          new HeapDump.HeapPart(name, to - from, bytes),
          (a, b) -> new HeapDump.HeapPart(name, a.count() + b.count(), a.bytes() + b.bytes()));
    }
  }

  /** Returns the parts, the largest first. */
  List<HeapDump.HeapPart> largestFirst() {
    List<HeapDump.HeapPart> all = new ArrayList<>(byName.values());
    all.sort(
        Comparator.comparingLong(HeapDump.HeapPart::bytes)
            .reversed()
            .thenComparing(HeapDump.HeapPart::name));
    return all;
  }
}
