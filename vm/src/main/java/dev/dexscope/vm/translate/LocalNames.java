package dev.dexscope.vm.translate;

import dev.dexscope.vm.code.DebugNames;
import dev.dexscope.vm.code.Kind;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** Writes the names of local variables into a translated method. */
final class LocalNames {
  private LocalNames() {}

  /**
   * Writes the names of the variables that have slots.
   *
   * @param nodes the method's instructions, already emitted
   * @param slots the slot of each register and kind ({@link Kind#variable}); negative if it has no
   *     slot
   */
  static void emit(DebugNames names, CodeBuilder code, List<Node> nodes, IntUnaryOperator slots) {
    // What a constructor does before it calls another one comes first, whatever its address is.
    int rest = 0;
    while (rest < nodes.size() && nodes.get(rest).early) {
      rest++;
    }
    Label end = rest < nodes.size() ? nodes.get(rest).label() : code.endLabel();
    emit(names, code, nodes.subList(0, rest), end, slots);
    emit(names, code, nodes.subList(rest, nodes.size()), code.endLabel(), slots);
  }

  private static void emit(
      DebugNames names, CodeBuilder code, List<Node> nodes, Label last, IntUnaryOperator slots) {
    TreeMap<Integer, Label> labels = new TreeMap<>();
    nodes.forEach(node -> labels.put(node.pc, node.label()));
    for (DebugNames.Local each : names.locals()) {
      int slot = slots.applyAsInt(Kind.of(each.type()).variable(each.register()));
      Map.Entry<Integer, Label> start = labels.ceilingEntry(each.start());
      Map.Entry<Integer, Label> end = labels.ceilingEntry(each.end());
      if (slot >= 0 && start != null && start.getKey() < each.end()) {
        Label to = end == null ? last : end.getValue();
        code.localVariable(
            slot, each.name(), ClassDesc.ofDescriptor(each.type()), start.getValue(), to);
      }
    }
  }
}
