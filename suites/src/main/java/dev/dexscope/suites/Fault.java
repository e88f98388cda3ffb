package dev.dexscope.suites;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something that is wrong with a class.
 *
 * @param className its name, as in Java
 * @param problem what kind of thing it is
 * @param where the method, or nothing
 * @param reason a sentence
 */
record Fault(String className, String problem, String where, String reason) {
  /** Returns the name that a class has in common with those that were compiled with it. */
  static String nest(String className) {
    int dollar = className.indexOf('$', className.lastIndexOf('.') + 1);
    return dollar < 0 ? className : className.substring(0, dollar);
  }

  /** Problem and reason, without the names and numbers that differ from class to class. */
  String kind() {
    return problem + " " + general(reason);
  }

  /** Returns a sentence without its names and numbers. */
  static String general(String sentence) {
    return sentence
        .replaceAll("[\\w$-]+([./;][\\w$-]+)+;?(\\([^ ]*)?", "X")
        .replaceAll("\\d+|0x[0-9A-Fa-f]+", "N")
        .replaceAll("'[^']*'", "'...'");
  }

  /**
   * Returns the faults of some classes that are new in comparison with others of the same classes.
   * What was in one class or method may be in another one of the same nest.
   */
  static List<Fault> newOnes(List<Fault> before, List<Fault> now) {
    Map<String, List<Fault>> nestsBefore = byNest(before);
    List<Fault> all = new ArrayList<>();
    byNest(now)
        .forEach((nest, faults) ->
            all.addAll(newOfNest(nestsBefore.getOrDefault(nest, List.of()), faults)));
    return all;
  }

  /** Returns so many of each problem as there are more than before. */
  private static List<Fault> newOfNest(List<Fault> before, List<Fault> now) {
    Map<String, Integer> known = new HashMap<>();
    Map<String, Integer> surplus = new HashMap<>();
    for (Fault each : before) {
      known.merge(each.where + each.kind(), 1, Integer::sum);
      surplus.merge(each.problem, -1, Integer::sum);
    }
    for (Fault each : now) {
      surplus.merge(each.problem, 1, Integer::sum);
    }
    List<Fault> added = new ArrayList<>();
    for (Fault each : now) {
      boolean isKnown = known.merge(each.where + each.kind(), -1, Integer::sum) >= 0;
      if (!isKnown && surplus.getOrDefault(each.problem, 0) > 0) {
        surplus.merge(each.problem, -1, Integer::sum);
        added.add(each);
      }
    }
    return added;
  }

  private static Map<String, List<Fault>> byNest(List<Fault> faults) {
    Map<String, List<Fault>> nests = new TreeMap<>();
    for (Fault each : faults) {
      nests.computeIfAbsent(nest(each.className), _ -> new ArrayList<>()).add(each);
    }
    return nests;
  }

  @Override
  public String toString() {
    String place = where.isEmpty() ? className : where;
    return problem + " " + place + ": " + reason;
  }
}
