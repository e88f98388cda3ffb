package dev.dexscope.suites;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Faults by their kind, with the smallest class that has each. */
final class FaultReport {
  private final Map<String, Kind> kinds = new HashMap<>();
  private final List<String> all = new ArrayList<>();

  /** A kind of fault: how often, and an example with its size in bytes. */
  private record Kind(String name, int count, String example, int size) {
    Kind and(Kind other) {
      Kind smaller = size <= other.size ? this : other;
      return new Kind(name, count + other.count, smaller.example, smaller.size);
    }
  }

  /**
   * Adds a fault.
   *
   * @param kind what it has in common with others
   * @param jar the name of the file that has the class
   * @param size of the class
   */
  void add(String kind, String jar, Fault fault, int size) {
    String line = jar + " " + fault;
    all.add(line);
    kinds.merge(kind, new Kind(kind, 1, line, size), Kind::and);
  }

  int size() {
    return all.size();
  }

  /** Returns the kinds, the most frequent ones first, with an example each. */
  List<String> kinds() {
    List<String> lines = new ArrayList<>();
    kinds.values().stream()
        .sorted(Comparator.comparingInt(Kind::count).reversed().thenComparing(Kind::name))
        .forEach(each -> {
          lines.add(each.count + "\t" + each.name);
          lines.add("\t\t" + each.example + " (" + each.size + " bytes)");
        });
    return lines;
  }

  /** Returns a line for each fault. */
  List<String> all() {
    return all;
  }
}
