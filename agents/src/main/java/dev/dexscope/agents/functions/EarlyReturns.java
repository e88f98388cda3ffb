package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.agents.program.ShownStack;
import dev.dexscope.observe.trace.ProgramMethod;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/**
 * Makes the current thread's innermost method return what an agent wants. HotSpot lets the next
 * Java that runs on the thread return it, as that of our own answers to the agent: so it is kept
 * until the agent's callback has ended. What HotSpot would refuse is refused at once.
 */
final class EarlyReturns {
  /** The result of {@link Bridge#forced} in a callback. */
  private static final int NOTHING = 1;

  private static final int NATIVE = 0x0100;

  private final HotSpot hotSpot;
  private final Methods methods;

  EarlyReturns(HotSpot hotSpot, Methods methods) {
    this.hotSpot = hotSpot;
    this.methods = methods;
  }

  /**
   * {@code ForceEarlyReturn...} (thread, value); returns the address where the call goes on, or 0.
   *
   * @param type of the value
   */
  long force(Answers vm, Row row, Call call, char type) {
    ShownStack stack = vm.stacks().stackTo(call, 0);
    long next = vm.goOn(row, call, vm.stacks().innermost(call, stack));
    if (next != 0 && isKept(call) && !vm.lacksCapability(row, call)) {
      call.result(keep(row.function(), call, type, stack.methods()[0]));
      return 0;
    }
    return next;
  }

  /** Whether a call is about the current thread, in a callback. */
  private static boolean isKept(Call call) {
    return Bridge.forced() >= NOTHING
        && (call.argument(1) == 0
            || Thread.currentThread().equals(Bridge.resolve(call.argument(1))));
  }

  /**
   * Keeps it.
   *
   * @param method the innermost one
   * @return the call's error
   */
  private int keep(Function function, Call call, char type, long method) {
    if (Bridge.forced() != NOTHING) {
      return JvmtiError.INTERNAL; // HotSpot's error for a second one.
    }
    if (isNative(method)) {
      return JvmtiError.OPAQUE_FRAME;
    }
    ProgramMethod named = methods.name(method);
    String returned = named == null ? "" : named.descriptor().replaceFirst(".*\\)", "");
    Object object = type == 'L' ? object(call.argument(2)) : null;
    if (!isReturned(type, returned) || (object != null && !isOf(object.getClass(), returned))) {
      return JvmtiError.TYPE_MISMATCH;
    }
    Bridge.force(function.number(), call.argument(0), value(type, call, object));
    return JvmtiError.NONE;
  }

  private static @Nullable Object object(long reference) {
    return reference == 0 ? null : Bridge.resolve(reference);
  }

  private boolean isNative(long method) {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(8, 8).address();
      hotSpot.call(Function.GET_METHOD_MODIFIERS, hotSpot.environment(), method, out);
      return (Memory.readInt(out) & NATIVE) != 0;
    }
  }

  private static boolean isReturned(char type, String returned) {
    return switch (type) {
      case 'L' -> returned.startsWith("L") || returned.startsWith("[");
      case 'I' -> !returned.isEmpty() && "ZBCSI".contains(returned);
      default -> returned.equals(String.valueOf(type));
    };
  }

  /** Whether a class is of a type by its name, or inherits from one of that name. */
  private static boolean isOf(@Nullable Class<?> type, String name) {
    if (type == null) {
      return false;
    }
    if (type.descriptorString().equals(name) || isOf(type.getSuperclass(), name)) {
      return true;
    }
    for (Class<?> each : type.getInterfaces()) {
      if (isOf(each, name)) {
        return true;
      }
    }
    return false;
  }

  /** Its bits; the agent may delete the reference that it has given. */
  private static long value(char type, Call call, @Nullable Object object) {
    return switch (type) {
      case 'L' -> object == null ? 0 : Bridge.globalReference(object);
      case 'F', 'D' -> call.floating();
      default -> call.argument(2);
    };
  }
}
