package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.CodeMap.Local;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions about a method's code, behind HotSpot's answer: its errors are the agent's, what it
 * says of dex code is replaced.
 */
final class CodeFunctions {
  private static final int LINE_SIZE = 16;
  private static final int VARIABLE_SIZE = 48;

  private final HotSpot hotSpot;
  private final Methods methods;

  CodeFunctions(HotSpot hotSpot, Methods methods) {
    this.hotSpot = hotSpot;
    this.methods = methods;
  }

  /** (method, count) */
  int maxLocals(Call call) {
    CodeMap map = answered(call);
    return map == null ? call.result() : number(call, map.registers());
  }

  /** (method, count) */
  int argumentsSize(Call call) {
    CodeMap map = answered(call);
    return map == null ? call.result() : number(call, map.arguments());
  }

  /** (method, start, end) */
  int methodLocation(Call call) {
    CodeMap map = answered(call);
    if (map == null) {
      return call.result();
    }
    Memory.writeLong(call.argument(2), 0);
    Memory.writeLong(call.argument(3), map.code().length - 1L);
    return 0;
  }

  /** The dex code of the method (first argument); null where HotSpot's answer is the agent's. */
  private @Nullable CodeMap answered(Call call) {
    int error = call.result();
    boolean isAnswered = error == 0 || error == JvmtiError.ABSENT_INFORMATION;
    return isAnswered ? methods.of(call.argument(1)).map() : null;
  }

  private static int number(Call call, int value) {
    Memory.writeInt(call.argument(2), value);
    return 0;
  }

  /** Gives (count, memory) and frees what HotSpot has given. */
  private int give(Call call, int count, long memory) {
    if (call.result() == 0) {
      hotSpot.deallocate(Memory.readLong(call.argument(3)));
    }
    Memory.writeInt(call.argument(2), count);
    Memory.writeLong(call.argument(3), memory);
    return 0;
  }

  private long allocate(Call call, long size) {
    return hotSpot.allocate(call.argument(0), size);
  }

  /** (method, count, bytes) */
  int bytecodes(Call call) {
    CodeMap map = answered(call);
    if (map == null) {
      return call.result();
    }
    char[] code = map.code();
    byte[] bytes = new byte[2 * code.length];
    for (int i = 0; i < code.length; i++) {
      bytes[2 * i] = (byte) code[i];
      bytes[2 * i + 1] = (byte) (code[i] >> 8);
    }
    return give(call, bytes.length, hotSpot.allocate(call.argument(0), bytes));
  }

  /** (method, count, lines) */
  int lineNumberTable(Call call) {
    CodeMap map = answered(call);
    if (map == null) {
      return call.result();
    }
    List<long[]> lines = new ArrayList<>();
    int last = CodeMap.NONE;
    for (int pc : map.pcs()) {
      int line = map.line(pc);
      if (line > 0 && line != last) { // What D8 has made up is on line 0.
        // As HotSpot has it: debug info of D8's need not begin where the code does.
        lines.add(new long[] {lines.isEmpty() ? 0 : pc, line});
        last = line;
      }
    }
    if (lines.isEmpty()) {
      return absent(call);
    }
    long memory = allocate(call, (long) LINE_SIZE * lines.size());
    for (int i = 0; i < lines.size(); i++) {
      Memory.writeLong(memory + (long) LINE_SIZE * i, lines.get(i)[0]);
      Memory.writeInt(memory + (long) LINE_SIZE * i + 8, (int) lines.get(i)[1]);
    }
    return give(call, lines.size(), memory);
  }

  /**
   * (method, count, variables)
   *
   * @param isDebugger whether registers are those of {@link DebuggerSlots}
   */
  int localVariableTable(Call call, boolean isDebugger) {
    CodeMap map = answered(call);
    if (map == null) {
      return call.result();
    }
    freeNames(call);
    List<Local> locals = map.locals();
    if (locals.isEmpty()) {
      return absent(call);
    }
    long memory = allocate(call, (long) VARIABLE_SIZE * locals.size());
    for (int i = 0; i < locals.size(); i++) {
      Local local = locals.get(i);
      long to = memory + (long) VARIABLE_SIZE * i;
      Memory.writeLong(to, local.start());
      Memory.writeInt(to + 8, local.end() - local.start());
      Memory.writeLong(to + 16, hotSpot.allocate(call.argument(0), local.name()));
      Memory.writeLong(to + 24, hotSpot.allocate(call.argument(0), local.type()));
      String signature = local.signature();
      Memory.writeLong(
          to + 32, signature == null ? 0 : hotSpot.allocate(call.argument(0), signature));
      int register = local.register();
      Memory.writeInt(to + 40, isDebugger ? DebuggerSlots.slot(map, register) : register);
    }
    return give(call, locals.size(), memory);
  }

  private void freeNames(Call call) {
    if (call.result() == 0) {
      long table = Memory.readLong(call.argument(3));
      for (int i = 0, count = Memory.readInt(call.argument(2)); i < count; i++) {
        for (int field = 16; field <= 32; field += 8) {
          hotSpot.deallocate(Memory.readLong(table + (long) VARIABLE_SIZE * i + field));
        }
      }
    }
  }

  /** Takes HotSpot's answer back: nothing is left of it that an agent might free again. */
  private int absent(Call call) {
    if (call.result() == 0) {
      give(call, 0, 0);
    }
    return JvmtiError.ABSENT_INFORMATION;
  }
}
