package dev.dexscope.agents.functions;

import dev.dexscope.agents.events.PoppedFrames;
import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Hidden;
import dev.dexscope.agents.program.KnownMethods;
import dev.dexscope.agents.program.MethodView;
import dev.dexscope.agents.program.Methods;
import dev.dexscope.agents.program.ShownStack;
import java.lang.foreign.Arena;
import java.util.function.LongFunction;

/** The functions about frames: without those of the VM, at addresses of dex code. */
final class StackFunctions {
  private static final int STACK_INFO_SIZE = 32;
  private static final int MONITOR_INFO_SIZE = 16;

  /** JVMTI_THREAD_STATE_SUSPENDED. */
  private static final int SUSPENDED = 0x10_0000;

  private final HotSpot hotSpot;
  private final Methods methods;
  private final KnownMethods known;
  private final PoppedFrames poppedFrames;

  StackFunctions(HotSpot hotSpot, Methods methods, KnownMethods known, PoppedFrames poppedFrames) {
    this.hotSpot = hotSpot;
    this.methods = methods;
    this.known = known;
    this.poppedFrames = poppedFrames;
  }

  private ShownStack stack(Call call) {
    return stack(call, methods::of, ShownStack.ALL);
  }

  private ShownStack stack(Call call, LongFunction<MethodView> views, int wanted) {
    return ShownStack.of(hotSpot, views, call.argument(0), call.argument(1), call.frames(), wanted);
  }

  /** The stack down to a depth at least. */
  ShownStack stackTo(Call call, int depth) {
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
      poppedFrames.add(thread);
    }
    return 0;
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
}
