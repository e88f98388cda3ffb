package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.agents.program.ShownStack;
import dev.dexscope.vm.debug.CodeMap;
import java.util.List;

/** The functions about local variables (thread, depth, register, value): registers of dex code. */
final class LocalFunctions {
  private static final int DEPTH = 2;
  private static final int REGISTER = 3;
  private static final int VALUE = 4;

  /** Not an error of JVM TI: the value is zero for certain, and has no slot. */
  private static final int ZERO = -1;

  /** Of the values that a register holds. */
  private static final List<String> TYPES = List.of("I", "J", "F", "D", "L");

  private final StackFunctions stacks;
  private final Methods methods;

  LocalFunctions(StackFunctions stacks, Methods methods) {
    this.stacks = stacks;
    this.methods = methods;
  }

  /** {@code GetLocal...}; returns the address where the call goes on, or 0. */
  long get(Answers vm, Row row, Call call, String type) {
    if (call.argument(VALUE) == 0) {
      return vm.hotSpot(row); // It reports which argument is wrong first.
    }
    boolean isDebugger = vm.environments().isDebugger(call);
    if (isDebugger && row.function() == Function.GET_LOCAL_OBJECT && wantsThis(call)) {
      // Of itself, since dex code may put something else where it was. (thread, depth, value)
      call.argument(VALUE - 1, call.argument(VALUE));
      return vm.goOn(FunctionTable.of(Function.GET_LOCAL_INSTANCE), call, stacks.depth(call));
    }
    int error = find(call, type, isDebugger);
    if (error == ZERO && !vm.lacksCapability(row, call)) {
      writeZero(call, type);
      call.result(JvmtiError.NONE);
      return 0;
    }
    return vm.goOn(row, call, error == ZERO ? JvmtiError.INVALID_SLOT : error);
  }

  /** {@code SetLocal...}; returns the address where the call goes on, or 0. */
  long set(Answers vm, Row row, Call call, String type) {
    int error = find(call, type, vm.environments().isDebugger(call));
    return vm.goOn(row, call, error == ZERO ? JvmtiError.INVALID_SLOT : error);
  }

  /** Whether a debugger's call asks for a method's {@code this}. */
  private boolean wantsThis(Call call) {
    int depth = call.intArgument(DEPTH);
    if (depth < 0) {
      return false;
    }
    ShownStack stack = stacks.stackTo(call, depth);
    if (stack.errorAt(depth) != 0) {
      return false;
    }
    CodeMap map = methods.of(stack.methods()[depth]).map();
    return map != null && DebuggerSlots.isThis(map, call.intArgument(REGISTER));
  }

  /**
   * Replaces a call's depth and register by HotSpot's depth and slot.
   *
   * @param type of the value
   * @param isDebugger whether the register is one of {@link DebuggerSlots}
   * @return an error, ZERO, or 0 when HotSpot can answer
   */
  private int find(Call call, String type, boolean isDebugger) {
    int depth = call.intArgument(DEPTH);
    if (depth < 0) {
      return JvmtiError.ILLEGAL_ARGUMENT;
    }
    ShownStack stack = stacks.stackTo(call, depth);
    int error = stack.errorAt(depth);
    if (error != 0) {
      return error;
    }
    call.argument(DEPTH, stack.depths()[depth]);
    CodeMap map = methods.of(stack.methods()[depth]).map();
    if (map == null) {
      return 0;
    }
    if (map.isInterpreted()) {
      return JvmtiError.OPAQUE_FRAME;
    }
    int named = call.intArgument(REGISTER);
    int register = isDebugger ? DebuggerSlots.register(map, named) : named;
    int bci = (int) stack.bcis()[depth];
    int pc = map.pcAt(bci);
    if (register < 0 || register >= map.registers() || pc == CodeMap.NONE) {
      return JvmtiError.INVALID_SLOT;
    }
    if (isVariableOfOtherType(map, register, type, pc)) {
      return JvmtiError.TYPE_MISMATCH;
    }
    int slot = map.slotAt(register, type, bci);
    if (slot == CodeMap.NONE && map.locals().isEmpty()) {
      slot = map.slotAt(register, sameBits(type), bci);
    }
    if (slot == CodeMap.NONE) {
      return map.isZero(register, pc) ? ZERO : errorWithout(map, register, bci);
    }
    call.argument(REGISTER, slot);
    return 0;
  }

  /** Whether the source has a variable in a register, whose values are not of that type. */
  private static boolean isVariableOfOtherType(CodeMap map, int register, String type, int pc) {
    return map.locals(pc).stream()
        .anyMatch(each -> each.register() == register && !valueType(each.type()).equals(type));
  }

  private static String valueType(String descriptor) {
    return switch (descriptor.charAt(0)) {
      case 'Z', 'B', 'S', 'C' -> "I";
      case '[' -> "L";
      default -> descriptor.substring(0, 1);
    };
  }

  /**
   * Where debug info names no variables, HotSpot and ART distinguish numbers by their sizes alone.
   */
  private static String sameBits(String type) {
    return switch (type) {
      case "I" -> "F";
      case "F" -> "I";
      case "J" -> "D";
      case "D" -> "J";
      default -> type;
    };
  }

  /** TYPE_MISMATCH (Local Variable functions) where a register holds a value of another type. */
  private static int errorWithout(CodeMap map, int register, int bci) {
    boolean isHeld =
        TYPES.stream().anyMatch(type -> map.slotAt(register, type, bci) != CodeMap.NONE);
    return isHeld ? JvmtiError.TYPE_MISMATCH : JvmtiError.INVALID_SLOT;
  }

  private static void writeZero(Call call, String type) {
    long to = call.argument(VALUE);
    if (type.equals("I") || type.equals("F")) {
      Memory.writeInt(to, 0);
    } else {
      Memory.writeLong(to, 0);
    }
  }
}
