package dev.dexscope.inject.coverage;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A class, and what was reached of it.
 *
 * @param name as Java writes it
 * @param sourceFile empty if the code does not name it
 */
public record CoveredClass(String name, String sourceFile, List<CoveredMethod> methods) {
  /** The name of its package; empty for the unnamed one. */
  public String packageName() {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }

  /** The lines of all methods. */
  public SortedMap<Integer, CoveredLine> lines() {
    SortedMap<Integer, CoveredLine> lines = new TreeMap<>();
    for (CoveredMethod method : methods) {
      method.lines().forEach((line, each) -> lines.merge(line, each, CoveredLine::plus));
    }
    return lines;
  }

  /** The sums of all methods. */
  public Counters counters() {
    Counters sum = Counters.NONE;
    for (CoveredMethod each : methods) {
      sum = sum.plus(each.counters());
    }
    return sum.withLines(reached(lines())).ofClass();
  }

  /** Counts lines: those that were reached, and the others. */
  public static Counter reached(SortedMap<Integer, CoveredLine> lines) {
    Counter sum = Counter.NONE;
    for (CoveredLine each : lines.values()) {
      sum = sum.plus(Counter.ofOne(each.instructions().covered() > 0));
    }
    return sum;
  }
}
