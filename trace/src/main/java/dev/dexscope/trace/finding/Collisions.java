package dev.dexscope.trace.finding;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.Cost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keys of a hash table have few hash codes: each search compares many of them. */
final class Collisions implements Search {
  private static final long LEAST_CALLS = 100_000;
  private static final int LEAST_A_SEARCH = 10;

  /** The names that D8 gives the method of a record. */
  private static final List<String> EQUALS = List.of("equals", "$record$equals");

  private static final List<String> HASH_CODE = List.of("hashCode", "$record$hashCode");

  @Override
  public List<Finding> in(Facts facts) {
    if (facts.isSampled()) {
      return List.of();
    }
    MethodTable methods = facts.view().methods();
    Map<String, Long> compared = new LinkedHashMap<>();
    Map<String, Long> hashed = new LinkedHashMap<>();
    Map<String, Cost> costs = new LinkedHashMap<>();
    for (Cost each : facts.costs()) {
      Method method = methods.get(facts.method(each));
      String type = method.className();
      if (EQUALS.contains(method.name())) {
        compared.merge(type, each.calls(), Math::max);
        costs.putIfAbsent(type, each);
      } else if (HASH_CODE.contains(method.name())) {
        hashed.merge(type, each.calls(), Math::max);
      }
    }
    List<Finding> findings = new ArrayList<>();
    compared.forEach((type, calls) -> {
      // A class whose hash codes are not counted has none, or trivial ones.
      Long searches = hashed.get(type);
      if (searches != null && calls >= LEAST_CALLS && calls >= LEAST_A_SEARCH * searches) {
        Cost cost = costs.get(type);
        findings.add(
            new Finding(
                Rule.COLLISIONS,
                cost == null ? 0 : facts.weight(facts.own(cost)),
                "Keys of "
                    + type
                    + " are compared "
                    + Facts.count(calls)
                    + " times for "
                    + Facts.count(searches)
                    + " hash codes: too many keys have the same.",
                type + ".hashCode",
                ""));
      }
    });
    return findings;
  }
}
