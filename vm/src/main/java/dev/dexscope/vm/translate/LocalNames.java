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
    TreeMap<Integer, Label> labels = new TreeMap<>();
    nodes.forEach(node -> labels.put(node.pc, node.label()));
    for (DebugNames.Local each : names.locals()) {
      int slot = slots.applyAsInt(Kind.of(each.type()).variable(each.register()));
      Map.Entry<Integer, Label> start = labels.ceilingEntry(each.start());
      Map.Entry<Integer, Label> end = labels.ceilingEntry(each.end());
      if (slot >= 0 && start != null && start.getKey() < each.end()) {
        Label to = end == null ? code.endLabel() : end.getValue();
        code.localVariable(
            slot, each.name(), ClassDesc.ofDescriptor(each.type()), start.getValue(), to);
      }
    }
  }
}
