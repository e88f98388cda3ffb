package dev.dexscope.inject;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.ContainerBuilder;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.dex.write.Outcome;
import dev.dexscope.dex.write.RegisterRangeException;
import dev.dexscope.inject.Plan.PlannedMethod;
import dev.dexscope.inject.code.MethodChange;
import dev.dexscope.inject.code.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes one dex file, or container of them, with the profiler's calls in the planned methods. */
final class DexRewriter {
  private final Map<Integer, String> left;
  private final Set<Integer> apart;
  private final MethodChange change;
  private final Surroundings around;
  private Outcome.@Nullable Overflow overflow;

  /**
   * A rewriter for one unit.
   *
   * @param left the reasons for which methods are not changed, by their ids; those that cannot be
   *     rewritten are added
   * @param apart the methods of which less is changed, by their ids
   * @param around decides which methods report the exceptions that leave them
   */
  DexRewriter(
      Map<Integer, String> left, Set<Integer> apart, MethodChange change, Surroundings around) {
    this.left = left;
    this.apart = apart;
    this.change = change;
    this.around = around;
  }

  /**
   * Returns the unit's new bytes.
   *
   * @param guests classes to add to the first file, either all or none of them
   */
  byte[] rewrite(DexUnit unit, List<NumberedPlan> plans, List<ClassDef> guests) {
    var container = ContainerBuilder.of(unit.files());
    overflow = add(guests, container.files().getFirst());
    for (int i = 0; i < plans.size(); i++) {
      rewrite(container.files().get(i), plans.get(i));
    }
    return container.build();
  }

  /** Returns the reason for which the guests did not fit; null if they did. */
  Outcome.@Nullable Overflow overflow() {
    return overflow;
  }

  private static Outcome.@Nullable Overflow add(List<ClassDef> guests, DexBuilder dex) {
    List<String> added = new ArrayList<>();
    for (ClassDef each : guests) {
      if (dex.defines(each.type())) {
        continue;
      }
      if (dex.add(each) instanceof Outcome.Overflow overflow) {
        added.forEach(dex::remove);
        return overflow;
      }
      added.add(each.type());
    }
    return null;
  }

  private void rewrite(DexBuilder dex, NumberedPlan numbered) {
    List<PlannedMethod> methods = numbered.plan().methods();
    for (int from = 0; from < methods.size(); ) {
      int classIndex = methods.get(from).classIndex();
      int to = from + 1;
      while (to < methods.size() && methods.get(to).classIndex() == classIndex) {
        to++;
      }
      rewriteClass(dex, numbered, numbered.firstId() + from, numbered.firstId() + to);
      from = to;
    }
  }

  /** The methods from one id to another are those of one class. */
  private void rewriteClass(DexBuilder dex, NumberedPlan numbered, int from, int to) {
    ClassDef definition = numbered.plan().dex().classDef(numbered.method(from).classIndex());
    Outcome outcome =
        dex.transform(
            definition.type(),
            builder -> {
              for (int id = from; id < to; id++) {
                if (!left.containsKey(id)) {
                  rewriteMethod(builder, numbered.method(id), id);
                }
              }
            });
    if (outcome instanceof Outcome.Overflow(String section, int limit)) {
      for (int id = from; id < to; id++) {
        left.putIfAbsent(id, "its file has no room in " + section + " (" + limit + " at most)");
      }
    }
  }

  private void rewriteMethod(ClassBuilder builder, PlannedMethod planned, int id) {
    try {
      EncodedMethod method = planned.method();
      change.add(
          method, builder.methods().get(planned.position()), id, around, !apart.contains(id));
    } catch (RegisterRangeException e) {
      left.put(id, "its frame cannot grow: " + e.getMessage());
    } catch (DexFormatException e) {
      left.put(id, "its code is damaged: " + e.getMessage());
    }
  }
}
