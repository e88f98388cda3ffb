package dev.dexscope.inject.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A class, and what was reached of it.
 *
 * @param name as Java writes it
 * @param sourceFile empty if the code does not name it
 * @param lines of all methods
 * @param counters the sums of all methods
 */
public record CoveredClass(
    String name,
    String sourceFile,
    List<CoveredMethod> methods,
    SortedMap<Integer, CoveredLine> lines,
    Counters counters) {
  /** Returns a class of these methods. */
  public static CoveredClass of(String name, String sourceFile, List<CoveredMethod> methods) {
    SortedMap<Integer, CoveredLine> lines = new TreeMap<>();
    Counters sum = Counters.NONE;
    for (CoveredMethod each : methods) {
      each.lines().forEach((line, of) -> lines.merge(line, of, CoveredLine::plus));
      sum = sum.plus(each.counters());
    }
    return new CoveredClass(
        name, sourceFile, methods, lines, sum.withLines(reached(lines)).ofClass());
  }

  /** The name of its package; empty for the unnamed one. */
  public String packageName() {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }

  /** Returns the classes of each package. */
  static SortedMap<String, List<CoveredClass>> byPackage(List<CoveredClass> classes) {
    SortedMap<String, List<CoveredClass>> packages = new TreeMap<>();
    for (CoveredClass each : classes) {
      packages.computeIfAbsent(each.packageName(), _ -> new ArrayList<>()).add(each);
    }
    return packages;
  }

  /** Returns the sums of classes. */
  public static Counters sum(List<CoveredClass> classes) {
    Counters sum = Counters.NONE;
    for (CoveredClass each : classes) {
      sum = sum.plus(each.counters());
    }
    return sum;
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
