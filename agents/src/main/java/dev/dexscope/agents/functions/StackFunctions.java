package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.vm.debug.CodeMap;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongFunction;

/** The functions about frames: without those of the VM, at addresses of dex code. */
final class StackFunctions {
  private static final int STACK_INFO_SIZE = 32;
  private static final int MONITOR_INFO_SIZE = 16;

  /** JVMTI_THREAD_STATE_SUSPENDED. */
  private static final int SUSPENDED = 0x10_0000;

  /** Of the values that a register holds. */
  private static final List<String> TYPES = List.of("I", "J", "F", "D", "L");

  private final HotSpot hotSpot;
  private final Methods methods;
  private final KnownMethods known;
  private final MachineLibrary machine;

  /** Without locks: a debugger may stop threads that look. */
  private final Queue<Thread> popped = new ConcurrentLinkedQueue<>();

  StackFunctions(HotSpot hotSpot, Methods methods, KnownMethods known, MachineLibrary machine) {
    this.hotSpot = hotSpot;
    this.methods = methods;
    this.known = known;
    this.machine = machine;
  }

  private ShownStack stack(Call call) {
    return stack(call, methods::of, ShownStack.ALL);
  }

  private ShownStack stack(Call call, LongFunction<MethodView> views, int wanted) {
    return ShownStack.of(hotSpot, views, call.argument(0), call.argument(1), call.frames(), wanted);
  }

  private ShownStack stackTo(Call call, int depth) {
    return stack(call, methods::of, depth == ShownStack.ALL ? depth : depth + 1);
  }

  /** (thread, count) */
  int frameCount(Call call) {
    ShownStack stack = stack(call);
    if (stack.error() != 0 || call.argument(2) == 0) {
      return stack.error() != 0 ? stack.error() : JvmtiError.NULL_POINTER;
    }
    Memory.writeInt(call.argument(2), stack.size());
    return 0;
  }

  /** (thread, start, most, frames, count); machine code answers most calls itself later. */
  int stackTrace(Call call) {
    int start = call.intArgument(2);
    int most = call.intArgument(3);
    if (most < 0) {
      return JvmtiError.ILLEGAL_ARGUMENT;
    }
    if (call.argument(4) == 0 || call.argument(5) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    long end = (long) start + Math.max(1, most);
    int wanted = start < 0 ? ShownStack.ALL : (int) Math.min(ShownStack.ALL, end);
    ShownStack stack = stack(call, known::withAddresses, wanted);
    if (stack.error() != 0) {
      return stack.error();
    }
    int from = start < 0 ? stack.size() + start : start;
    if (from < 0 || from > stack.size() || (from == stack.size() && start != 0)) {
      return JvmtiError.ILLEGAL_ARGUMENT;
    }
    int count = Math.min(most, stack.size() - from);
    stack.write(methods, from, count, call.argument(4));
    Memory.writeInt(call.argument(5), count);
    return 0;
  }

  /** (thread, depth, method, location) */
  int frameLocation(Call call) {
    int depth = call.intArgument(2);
    if (depth < 0) {
      return JvmtiError.ILLEGAL_ARGUMENT;
    }
    if (call.argument(3) == 0 || call.argument(4) == 0) {
      return JvmtiError.NULL_POINTER;
    }
    ShownStack stack = stackTo(call, depth);
    int error = stack.errorAt(depth);
    if (error != 0) {
      return error;
    }
    long method = stack.methods()[depth];
    Memory.writeLong(call.argument(3), method);
    Memory.writeLong(call.argument(4), methods.of(method).location(stack.bcis()[depth]));
    return 0;
  }

  /**
   * Lets a call that names a frame go on with HotSpot's depth.
   *
   * @return an error, or 0 when it can go on
   */
  int depth(Call call) {
    int depth = call.intArgument(2);
    if (depth < 0) {
      return JvmtiError.ILLEGAL_ARGUMENT;
    }
    ShownStack stack = stackTo(call, depth);
    int error = stack.errorAt(depth);
    if (error != 0) {
      return error;
    }
    call.argument(2, stack.depths()[depth]);
    return 0;
  }

  /** The thread's innermost frame. */
  ShownStack top(Call call) {
    return stackTo(call, 0);
  }

  /** Whether a call can go on that takes the thread's innermost frame away: an error, or 0. */
  int innermost(Call call, ShownStack stack) {
    if (stack.error() == 0 && !isStanding(call)) {
      return JvmtiError.THREAD_NOT_SUSPENDED;
    }
    int error = stack.errorAt(0);
    if (error != 0) {
      return error;
    }
    return stack.depths()[0] == 0 ? 0 : JvmtiError.OPAQUE_FRAME;
  }

  /** Whether the thread is suspended, or the current one: the frames of others come and go. */
  private boolean isStanding(Call call) {
    long thread = call.argument(1);
    if (thread == 0 || Thread.currentThread().equals(Bridge.resolve(thread))) {
      return true;
    }
    try (Arena arena = Arena.ofConfined()) {
      long state = arena.allocate(4, 4).address();
      hotSpot.call(Function.GET_THREAD_STATE, call.argument(0), thread, state);
      return (Memory.readInt(state) & SUSPENDED) != 0;
    }
  }

  /**
   * The same of a frame that is popped: (thread). HotSpot ends the process when it goes back to a
   * frame of its own between the two, as those of method handles are.
   */
  int popped(Call call) {
    ShownStack stack = stackTo(call, 1);
    int error = innermost(call, stack);
    if (error != 0) {
      return error;
    }
    if (stack.size() > 1 && stack.depths()[1] != 1) {
      return JvmtiError.OPAQUE_FRAME;
    }
    boolean isDexNext = stack.size() > 1 && methods.of(stack.methods()[1]).map() != null;
    if (isDexNext && Bridge.resolve(call.argument(1)) instanceof Thread thread) {
      popped.add(thread);
      machine.askAboutSteps(true);
    }
    return 0;
  }

  /** Whether this is a thread's first step since it went back to a frame of dex code. */
  boolean isPopped(long thread) {
    if (popped.isEmpty()) {
      return false;
    }
    boolean isPopped = popped.remove(Bridge.resolve(thread));
    machine.askAboutSteps(false);
    if (!popped.isEmpty()) {
      machine.askAboutSteps(true);
    }
    return isPopped;
  }

  /** Whether a debugger's call (thread, depth, slot, value) asks for a method's {@code this}. */
  boolean wantsThis(Call call) {
    int depth = call.intArgument(2);
    if (depth < 0) {
      return false;
    }
    ShownStack stack = stackTo(call, depth);
    if (stack.errorAt(depth) != 0) {
      return false;
    }
    CodeMap map = methods.of(stack.methods()[depth]).map();
    return map != null && DebuggerSlots.isThis(map, call.intArgument(3));
  }

  /**
   * Lets a call that names a register (thread, depth, register, value) go on with HotSpot's depth
   * and slot.
   *
   * @param type of the value
   * @param isDebugger whether the register is one of {@link DebuggerSlots}
   * @return an error; -1 for a value that is zero for certain, without a slot; 0 when it can go on
   */
  int register(Call call, String type, boolean isDebugger) {
    int depth = call.intArgument(2);
    if (depth < 0) {
      return JvmtiError.ILLEGAL_ARGUMENT;
    }
    ShownStack stack = stackTo(call, depth);
    int error = stack.errorAt(depth);
    if (error != 0) {
      return error;
    }
    call.argument(2, stack.depths()[depth]);
    CodeMap map = methods.of(stack.methods()[depth]).map();
    if (map == null) {
      return 0;
    }
    if (map.isInterpreted()) {
      return JvmtiError.OPAQUE_FRAME;
    }
    int named = call.intArgument(3);
    int register = isDebugger ? DebuggerSlots.register(map, named) : named;
    int pc = map.pcAt((int) stack.bcis()[depth]);
    if (register < 0 || register >= map.registers() || pc == CodeMap.NONE) {
      return JvmtiError.INVALID_SLOT;
    }
    if (isVariableOfOtherType(map, register, type, pc)) {
      return JvmtiError.TYPE_MISMATCH;
    }
    int slot = map.slot(register, type, pc);
    if (slot == CodeMap.NONE && map.locals().isEmpty()) {
      slot = map.slot(register, sameBits(type), pc);
    }
    if (slot == CodeMap.NONE) {
      return map.isZero(register, pc) ? -1 : errorWithout(map, register, pc);
    }
    call.argument(3, slot);
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

  /** Where debug info names no variables, HotSpot and ART tell numbers by their sizes alone. */
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
  private static int errorWithout(CodeMap map, int register, int pc) {
    boolean isHeld = TYPES.stream().anyMatch(type -> map.slot(register, type, pc) != CodeMap.NONE);
    return isHeld ? JvmtiError.TYPE_MISMATCH : JvmtiError.INVALID_SLOT;
  }

  /** Behind (most, stacks, threads): hides threads and frames. */
  int allStackTraces(Call call) {
    if (call.result() == 0) {
      long stacks = Memory.readLong(call.argument(2));
      int kept = 0;
      for (int i = 0, count = Memory.readInt(call.argument(3)); i < count; i++) {
        long each = stacks + (long) STACK_INFO_SIZE * i;
        if (!Hidden.isHiddenThread(Memory.readLong(each))) {
          hideFrames(call, each, call.intArgument(1));
          Memory.copy(each, stacks + (long) STACK_INFO_SIZE * kept++, STACK_INFO_SIZE);
        }
      }
      Memory.writeInt(call.argument(3), kept);
    }
    return call.result();
  }

  /**
   * Behind (count, threads, most, stacks): hides frames. HotSpot refuses a thread that has ended
   * where it is the only one; the specification wants a stack without frames, as it gives for one
   * of several.
   */
  int threadListStackTraces(Call call) {
    if (call.result() == JvmtiError.THREAD_NOT_ALIVE && call.intArgument(1) == 1) {
      long info = hotSpot.allocate(call.argument(0), STACK_INFO_SIZE);
      long thread = Memory.readLong(call.argument(2));
      Memory.writeLong(info, thread);
      hotSpot.call(Function.GET_THREAD_STATE, call.argument(0), thread, info + 8);
      Memory.writeLong(info + 16, info + STACK_INFO_SIZE);
      Memory.writeLong(info + 24, 0);
      Memory.writeLong(call.argument(4), info);
      return 0;
    }
    if (call.result() == 0) {
      long stacks = Memory.readLong(call.argument(4));
      for (int i = 0, count = call.intArgument(1); i < count; i++) {
        hideFrames(call, stacks + (long) STACK_INFO_SIZE * i, call.intArgument(3));
      }
    }
    return call.result();
  }

  /**
   * Hides frames of a jvmtiStackInfo. Where it may lack some that the agent would see instead, the
   * stack is read again; all that the current thread has on top of it by then is hidden.
   */
  private void hideFrames(Call call, long info, int most) {
    long thread = Memory.readLong(info);
    long frames = Memory.readLong(info + 16);
    int count = Memory.readInt(info + 24);
    ShownStack stack = ShownStack.shown(methods::of, frames, count);
    if (count == most && stack.size() < count) {
      stack = ShownStack.of(hotSpot, methods::of, call.argument(0), thread, -1, most);
    }
    int shown = Math.min(most, stack.size());
    stack.write(methods, 0, shown, frames);
    Memory.writeInt(info + 24, shown);
  }

  /** Behind (thread, count, monitors): hides what our frames have taken. */
  int ownedMonitors(Call call) {
    if (call.result() == 0) {
      ShownStack stack = stack(call);
      long monitors = Memory.readLong(call.argument(3));
      int kept = 0;
      for (int i = 0, count = Memory.readInt(call.argument(2)); i < count; i++) {
        long each = monitors + (long) MONITOR_INFO_SIZE * i;
        int depth = Memory.readInt(each + 8);
        int shown = depth < 0 ? depth : shownDepth(stack, depth);
        if (depth < 0 || shown >= 0) {
          Memory.writeInt(each + 8, shown);
          Memory.copy(each, monitors + (long) MONITOR_INFO_SIZE * kept++, MONITOR_INFO_SIZE);
        }
      }
      Memory.writeInt(call.argument(2), kept);
    }
    return call.result();
  }

  private static int shownDepth(ShownStack stack, int depth) {
    for (int i = 0; i < stack.size(); i++) {
      if (stack.depths()[i] == depth) {
        return i;
      }
    }
    return -1;
  }

  /** What a value of that type is where a register is zero. */
  static void writeZero(Call call, Function function) {
    long to = call.argument(4);
    switch (function) {
      case GET_LOCAL_INT, GET_LOCAL_FLOAT -> Memory.writeInt(to, 0);
      default -> Memory.writeLong(to, 0);
    }
  }
}
