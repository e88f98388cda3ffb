package dev.dexscope.tools.view;

import dev.dexscope.tools.jvmti.Function;
import dev.dexscope.tools.jvmti.HotSpot;
import dev.dexscope.tools.machine.Call;
import dev.dexscope.tools.machine.Memory;
import java.lang.foreign.Arena;

/**
 * What agents are told of an exception. Code of the VM's throws where the platform would, and what
 * comes to the program from there is the program's: it is told where that has made the call. What
 * the VM throws and catches itself is nobody's.
 */
final class Exceptions {
  /** The event's arguments: where it is thrown and, if so, caught. */
  private static final int METHOD = 3;

  private static final int LOCATION = 4;
  private static final int CATCHER = 6;
  private static final int CATCH_LOCATION = 7;

  private final HotSpot hotSpot;
  private final Methods methods;

  Exceptions(HotSpot hotSpot, Methods methods) {
    this.hotSpot = hotSpot;
    this.methods = methods;
  }

  /** The frames of the current thread: jmethodIDs and HotSpot's addresses. */
  private record Frames(long[] methods, long[] bcis) {
    /** The first frame of a method from one on; the count where there is none. */
    int find(int from, long method) {
      int i = from;
      while (i < methods.length && methods[i] != method) {
        i++;
      }
      return i;
    }
  }

  /** Whether agents are told; the arguments become what they are told. */
  boolean isShown(Call call) {
    MethodView thrower = methods.of(call.argument(METHOD));
    long catcher = call.argument(CATCHER);
    boolean isCaughtByVm = catcher != 0 && !methods.of(catcher).isShown();
    boolean isThrownByVm = !thrower.isShown() || (thrower.map() == null && Hidden.isOfHost());
    if (isCaughtByVm || isThrownByVm) {
      Frames frames = frames();
      int from = frames.find(0, call.argument(METHOD));
      int to = catcher == 0 ? frames.methods.length : frames.find(from, catcher);
      int reached = programFrame(frames, from);
      if (isThrownByVm && reached > Math.min(to, frames.methods.length - 1)) {
        return false;
      }
      if (!thrower.isShown()) {
        call.argument(METHOD, frames.methods[reached]);
        call.argument(LOCATION, frames.bcis[reached]);
      }
      if (isCaughtByVm) {
        catchOutside(call, frames, to);
      }
    }
    locate(call, METHOD, LOCATION);
    locate(call, CATCHER, CATCH_LOCATION);
    return true;
  }

  /**
   * What the VM catches comes to the program as something else, as from a call by reflection; what
   * it catches at the end of a thread nobody does.
   */
  private void catchOutside(Call call, Frames frames, int catcher) {
    int outside = programFrame(frames, catcher);
    boolean isAny = outside < frames.methods.length;
    call.argument(CATCHER, isAny ? frames.methods[outside] : 0);
    call.argument(CATCH_LOCATION, isAny ? frames.bcis[outside] : 0);
  }

  /** The first frame of dex code from one on; the count where there is none. */
  private int programFrame(Frames frames, int from) {
    int i = from;
    while (i < frames.methods.length && methods.of(frames.methods[i]).map() == null) {
      i++;
    }
    return i;
  }

  private void locate(Call call, int method, int location) {
    if (call.argument(method) != 0) {
      MethodView view = methods.of(call.argument(method));
      call.argument(location, view.location(call.argument(location)));
    }
  }

  private Frames frames() {
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(8, 8).address();
      long environment = hotSpot.environment();
      hotSpot.call(Function.GET_FRAME_COUNT, environment, 0, count);
      int most = Memory.readInt(count);
      long list = arena.allocate((long) ShownStack.FRAME_SIZE * most, 8).address();
      hotSpot.call(Function.GET_STACK_TRACE, environment, 0, 0, most, list, count);
      int all = Memory.readInt(count);
      long[] ids = new long[all];
      long[] bcis = new long[all];
      for (int i = 0; i < all; i++) {
        ids[i] = Memory.readLong(list + (long) ShownStack.FRAME_SIZE * i);
        bcis[i] = Memory.readLong(list + (long) ShownStack.FRAME_SIZE * i + 8);
      }
      return new Frames(ids, bcis);
    }
  }
}
