package dev.dexscope.agents.functions;

import dev.dexscope.vm.debug.CodeMap;

/**
 * Registers as debuggers number them. Dex code has the arguments in its last registers, the JVM in
 * its first slots, and JDWP counts on the latter: what is below the arguments' size is an argument
 * (Method.VariableTable), and the JDK's agent takes slot 0 for {@code this}. As Dalvik's own agent
 * did, the arguments are put in front.
 */
final class DebuggerSlots {
  private DebuggerSlots() {}

  /** Where a debugger finds a register. */
  static int slot(CodeMap map, int register) {
    return (register + map.arguments()) % map.registers();
  }

  /** The register at a slot; a wrong slot is a wrong register. */
  static int register(CodeMap map, int slot) {
    boolean isThere = slot >= 0 && slot < map.registers();
    return isThere ? (slot + map.registers() - map.arguments()) % map.registers() : slot;
  }

  /** Whether a slot has what a method is called on. */
  static boolean isThis(CodeMap map, int slot) {
    return slot == 0 && !map.isStatic();
  }
}
