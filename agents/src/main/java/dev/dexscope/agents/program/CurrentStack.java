package dev.dexscope.agents.program;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.machine.Memory;
import java.lang.foreign.Arena;

/**
 * Frames of the current thread from the top on, those of this question among them.
 *
 * @param methods jmethodIDs, from the innermost frame on
 * @param bcis where they are, in HotSpot's addresses
 */
public record CurrentStack(long[] methods, long[] bcis) {
  /** How many frames there are on top of the program's when a listener asks, or some more. */
  private static final int OURS = 40;

  /** All frames. */
  public static CurrentStack of(HotSpot hotSpot) {
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(8, 8).address();
      hotSpot.call(Function.GET_FRAME_COUNT, hotSpot.environment(), 0, count);
      return read(hotSpot, Memory.readInt(count));
    }
  }

  /** The frames down to one of dex code at least: a deep stack takes long to read. */
  static CurrentStack downToProgram(HotSpot hotSpot, Methods views) {
    int most = OURS;
    CurrentStack read = read(hotSpot, most);
    while (read.size() == most && read.findProgram(0, views) == most) {
      most *= 2;
      read = read(hotSpot, most);
    }
    return read;
  }

  private static CurrentStack read(HotSpot hotSpot, int most) {
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(8, 8).address();
      long list = arena.allocate((long) ShownStack.FRAME_SIZE * most, 8).address();
      hotSpot.call(Function.GET_STACK_TRACE, hotSpot.environment(), 0, 0, most, list, count);
      int all = Memory.readInt(count);
      long[] methods = new long[all];
      long[] bcis = new long[all];
      long[] frames = Memory.readLongs(list, 2 * all);
      for (int i = 0; i < all; i++) {
        methods[i] = frames[2 * i];
        bcis[i] = frames[2 * i + 1];
      }
      return new CurrentStack(methods, bcis);
    }
  }

  public int size() {
    return methods.length;
  }

  /** The first frame of a method from one on; the size where there is none. */
  public int find(int from, long method) {
    int i = from;
    while (i < methods.length && methods[i] != method) {
      i++;
    }
    return i;
  }

  /** The first frame of dex code from one on; the size where there is none. */
  public int findProgram(int from, Methods views) {
    int i = from;
    while (i < methods.length && views.of(methods[i]).map() == null) {
      i++;
    }
    return i;
  }
}
