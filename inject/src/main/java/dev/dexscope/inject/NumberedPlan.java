package dev.dexscope.inject;

import dev.dexscope.inject.Plan.PlannedMethod;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan whose methods have the ids that the profiler counts them by.
 *
 * @param firstId of the plan's first method; the others follow
 */
record NumberedPlan(Plan plan, int firstId) {
  /** The plans of each unit's files, numbered one after the other. */
  static List<List<NumberedPlan>> number(List<List<Plan>> units) {
    List<List<NumberedPlan>> numbered = new ArrayList<>();
    int next = 0;
    for (List<Plan> plans : units) {
      List<NumberedPlan> unit = new ArrayList<>();
      for (Plan plan : plans) {
        unit.add(new NumberedPlan(plan, next));
        next += plan.methods().size();
      }
      numbered.add(unit);
    }
    return numbered;
  }

  int end() {
    return firstId + plan.methods().size();
  }

  boolean has(int id) {
    return id >= firstId && id < end();
  }

  PlannedMethod method(int id) {
    return plan.methods().get(id - firstId);
  }
}
