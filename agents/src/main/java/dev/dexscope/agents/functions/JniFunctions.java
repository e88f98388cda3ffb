package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import java.lang.foreign.Arena;

/** The table of JNI's functions, which native code and agents have. */
final class JniFunctions {
  private static final int FIND_CLASS = 6;
  private static final int GET_JAVA_VM = 219;

  private final HotSpot hotSpot;
  private final MachineLibrary machine;

  JniFunctions(HotSpot hotSpot, MachineLibrary machine) {
    this.hotSpot = hotSpot;
    this.machine = machine;
  }

  /** Native code finds classes as the program does, and our JavaVM. */
  void replace(long javaVm) {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(8, 8).address();
      long own = hotSpot.environment();
      hotSpot.require(Function.GET_JNI_FUNCTION_TABLE, own, out);
      long functions = Memory.readLong(out);
      long findClass = functions + 8L * FIND_CLASS;
      Memory.writeLong(findClass, machine.findClass(Memory.readLong(findClass)));
      Memory.writeLong(functions + 8L * GET_JAVA_VM, machine.getJavaVm(javaVm));
      hotSpot.require(Function.SET_JNI_FUNCTION_TABLE, own, functions);
      machine.jniFunctions(functions);
      hotSpot.deallocate(functions);
    }
  }

  /** (table) */
  int setTable(Call call) {
    if (call.argument(1) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    try (Arena arena = Arena.ofConfined()) {
      long taken = arena.allocate(MachineLibrary.jniTableSize(), 8).address();
      machine.takeJniFunctions(call.argument(1), taken);
      return hotSpot.call(Function.SET_JNI_FUNCTION_TABLE, call.argument(0), taken);
    }
  }

  /** Behind (table). */
  int getTable(Call call) {
    if (call.result() == 0) {
      machine.giveJniFunctions(Memory.readLong(call.argument(1)));
    }
    return call.result();
  }
}
