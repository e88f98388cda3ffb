package dev.dexscope.tools.view;

import dev.dexscope.tools.jvmti.Function;
import dev.dexscope.tools.jvmti.HotSpot;
import dev.dexscope.tools.machine.Memory;
import java.lang.foreign.Arena;

/**
 * All frames of the current thread, those of this question among them.
 *
 * @param methods jmethodIDs, from the innermost frame on
 * @param bcis where they are, in HotSpot's addresses
 */
record CurrentStack(long[] methods, long[] bcis) {
  static CurrentStack of(HotSpot hotSpot) {
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(8, 8).address();
      hotSpot.call(Function.GET_FRAME_COUNT, hotSpot.environment(), 0, count);
      int most = Memory.readInt(count);
      long list = arena.allocate((long) ShownStack.FRAME_SIZE * most, 8).address();
      hotSpot.call(Function.GET_STACK_TRACE, hotSpot.environment(), 0, 0, most, list, count);
      int all = Memory.readInt(count);
      long[] methods = new long[all];
      long[] bcis = new long[all];
      for (int i = 0; i < all; i++) {
        methods[i] = Memory.readLong(list + (long) ShownStack.FRAME_SIZE * i);
        bcis[i] = Memory.readLong(list + (long) ShownStack.FRAME_SIZE * i + 8);
      }
      return new CurrentStack(methods, bcis);
    }
  }

  int size() {
    return methods.length;
  }

  /** The first frame of a method from one on; the size where there is none. */
  int find(int from, long method) {
    int i = from;
    while (i < methods.length && methods[i] != method) {
      i++;
    }
    return i;
  }

  /** The first frame of dex code from one on; the size where there is none. */
  int findProgram(int from, Methods views) {
    int i = from;
    while (i < methods.length && views.of(methods[i]).map() == null) {
      i++;
    }
    return i;
  }
}
