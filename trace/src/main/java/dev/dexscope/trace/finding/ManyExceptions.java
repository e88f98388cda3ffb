package dev.dexscope.trace.finding;

import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.Throws;
import java.util.List;

/** Exceptions are thrown so often that they are a way of the program to return. */
final class ManyExceptions implements Search {
  private static final long LEAST = 100;
  private static final double LEAST_A_SECOND = 20;

  @Override
  public List<Finding> in(Facts facts) {
    if (facts.isSampled()) {
      return List.of();
    }
    double seconds = Math.max(1e-9, facts.trace().info().elapsedNanos() / 1e9);
    MethodTable methods = facts.view().methods();
    return Throws.of(facts.trace(), facts.view().filter()).stream()
        .filter(each -> each.count() >= LEAST && each.count() / seconds >= LEAST_A_SECOND)
        .limit(1)
        .map(each -> {
          String thrower = methods.get(each.thrower()).qualifiedName();
          return new Finding(
              Rule.EXCEPTIONS,
              0,
              Facts.count(each.count())
                  + " exceptions leave "
                  + thrower
                  + (each.catcher() < 0
                      ? " and end their threads."
                      : " and are caught in " + methods.get(each.catcher()).qualifiedName() + "."),
              thrower,
              "");
        })
        .toList();
  }
}
