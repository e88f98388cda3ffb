package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.vm.debug.CodeMap;
import dev.dexscope.vm.debug.CodeMap.Local;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The functions about a method's code, behind HotSpot's answer: its errors are the agent's, what it
 * says of dex code is replaced.
 */
final class CodeFunctions {
  private static final int LINE_SIZE = 16;
  private static final int VARIABLE_SIZE = 48;

  private final HotSpot hotSpot;
  private final Methods methods;

  /** The addresses of the dex instructions with breakpoints, by HotSpot's. */
  private final Map<CodeAddress, Set<Long>> asked = new ConcurrentHashMap<>();

  CodeFunctions(HotSpot hotSpot, Methods methods) {
    this.hotSpot = hotSpot;
    this.methods = methods;
  }

  /**
   * The answer of a function whose first argument is a method.
   *
   * @param isDebugger whether registers are those of {@link DebuggerSlots}
   */
  int answer(Function function, Call call, boolean isDebugger) {
    CodeMap map = methods.of(call.argument(1)).map();
    int error = call.result();
    boolean isAnswered = error == 0 || error == JvmtiError.ABSENT_INFORMATION;
    if (map == null || !isAnswered) {
      return error;
    }
    return switch (function) {
      case GET_MAX_LOCALS -> number(call, map.registers());
      case GET_ARGUMENTS_SIZE -> number(call, map.arguments());
      case GET_METHOD_LOCATION -> {
        Memory.writeLong(call.argument(2), 0);
        Memory.writeLong(call.argument(3), map.code().length - 1L);
        yield 0;
      }
      case GET_BYTECODES -> bytecodes(call, map);
      case GET_LINE_NUMBER_TABLE -> lines(call, map);
      case GET_LOCAL_VARIABLE_TABLE -> variables(call, map, isDebugger);
      default -> throw new IllegalArgumentException(function.name());
    };
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

  private int bytecodes(Call call, CodeMap map) {
    char[] code = map.code();
    byte[] bytes = new byte[2 * code.length];
    for (int i = 0; i < code.length; i++) {
      bytes[2 * i] = (byte) code[i];
      bytes[2 * i + 1] = (byte) (code[i] >> 8);
    }
    return give(call, bytes.length, hotSpot.allocate(call.argument(0), bytes));
  }

  private int lines(Call call, CodeMap map) {
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

  private int variables(Call call, CodeMap map, boolean isDebugger) {
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

  /**
   * Sets or clears a breakpoint wherever a dex instruction begins. What has no code of its own
   * stops where the next instruction does.
   */
  int breakpoint(Function function, long agent, long method, long location) {
    CodeMap map = methods.of(method).map();
    if (map == null) {
      return hotSpot.call(function, agent, method, location);
    }
    int[] bcis = MethodView.places(map, location);
    int error = bcis.length == 0 ? JvmtiError.INVALID_LOCATION : 0;
    for (int bci : bcis) {
      int said =
          function == Function.SET_BREAKPOINT
              ? set(agent, method, bci, location)
              : clear(agent, method, bci, location);
      error = error == 0 ? said : error;
    }
    return error;
  }

  private int set(long agent, long method, int bci, long location) {
    Set<Long> all = askedAt(method, bci);
    boolean isNew = all.add(location);
    int said = hotSpot.call(Function.SET_BREAKPOINT, agent, method, bci);
    // Another instruction that is there has one already.
    return said == JvmtiError.DUPLICATE && isNew && all.size() > 1 ? 0 : said;
  }

  private int clear(long agent, long method, int bci, long location) {
    Set<Long> all = askedAt(method, bci);
    return all.remove(location) && !all.isEmpty()
        ? 0
        : hotSpot.call(Function.CLEAR_BREAKPOINT, agent, method, bci);
  }

  private Set<Long> askedAt(long method, int bci) {
    return asked.computeIfAbsent(new CodeAddress(method, bci), _ -> new ConcurrentSkipListSet<>());
  }

  /**
   * The address of the instruction that a breakpoint was asked for at: who hears of it knows it by
   * that.
   *
   * @param otherwise the one whose code it is
   */
  long asked(long method, long bci, long otherwise) {
    Set<Long> all = allAsked(method, bci, otherwise);
    return all.contains(otherwise) ? otherwise : all.iterator().next();
  }

  /** All of these addresses; the other one where there is none. */
  Set<Long> allAsked(long method, long bci, long otherwise) {
    Set<Long> all = asked.getOrDefault(new CodeAddress(method, bci), Set.of());
    return all.isEmpty() ? Set.of(otherwise) : all;
  }
}
