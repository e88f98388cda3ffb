package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.Phase;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import java.lang.foreign.Arena;

/** The table of functions in memory that all environments of agents have. */
final class AgentTable {
  private final HotSpot hotSpot;
  private final MachineLibrary machine;
  private final boolean isChecked;
  private final long address;

  /**
   * @param isChecked whether Java looks at the results of all functions
   */
  AgentTable(HotSpot hotSpot, MachineLibrary machine, boolean isChecked) {
    this.hotSpot = hotSpot;
    this.machine = machine;
    this.isChecked = isChecked;
    long size = 8L * Function.COUNT;
    this.address = Arena.global().allocate(size, 8).address();
    Memory.copy(hotSpot.table(), address, size);
    enter(Phase.ONLOAD);
  }

  long address() {
    return address;
  }

  /** Functions of a phase can be called from now on; Java refuses those of a later one. */
  void enter(Phase phase) {
    for (Function each : Function.values()) {
      Memory.writeLong(address + 8L * (each.number() - 1), entry(each, phase));
    }
  }

  private long entry(Function function, Phase phase) {
    Route route = FunctionTable.of(function).route();
    if (phase.compareTo(function.earliest()) < 0) {
      route = Route.BEFORE;
    } else if (isChecked) {
      route = route.checked();
    }
    return route.entry(function, hotSpot, machine);
  }
}
