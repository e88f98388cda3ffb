package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The unit of a row of a flat profile. */
public enum Grouping {
  METHOD,
  CLASS,
  PACKAGE,
  /** A row for each thread; methods play no part. */
  THREAD;

  /** Returns whether sums by method are enough for its rows, without call paths. */
  public boolean isOfMethods() {
    return this == METHOD || this == THREAD;
  }

  /** Returns the name of a method's row. */
  String nameOf(Method method) {
    return switch (this) {
      case METHOD -> method.fullName();
      case CLASS -> method.className().isEmpty() ? method.name() : method.className();
      case PACKAGE -> method.packageName().isEmpty() ? "(none)" : method.packageName();
      case THREAD -> "";
    };
  }

  /**
   * The group of each method.
   *
   * @param groupOf group number by method number
   * @param names names by group number
   */
  record Groups(int[] groupOf, List<String> names) {}

  Groups groups(MethodTable methods) {
    int[] groupOf = new int[methods.size()];
    List<String> names = new ArrayList<>();
    Map<String, Integer> known = new HashMap<>();
    for (int i = 0; i < groupOf.length; i++) {
      String text = nameOf(methods.get(i));
      Integer group = known.get(text);
      if (group == null) {
        group = names.size();
        known.put(text, group);
        names.add(text);
      }
      groupOf[i] = group;
    }
    return new Groups(groupOf, names);
  }
}
