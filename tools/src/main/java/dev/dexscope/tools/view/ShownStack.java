package dev.dexscope.tools.view;

import dev.dexscope.tools.jvmti.Function;
import dev.dexscope.tools.jvmti.HotSpot;
import dev.dexscope.tools.jvmti.JvmtiError;
import dev.dexscope.tools.machine.Bridge;
import dev.dexscope.tools.machine.Memory;
import java.lang.foreign.Arena;
import java.util.Arrays;

/**
 * The frames of a thread that agents see.
 *
 * @param error HotSpot's, when there are no frames to be had
 * @param methods of the frames, from the innermost one on
 * @param bcis where they are, in HotSpot's addresses
 * @param depths HotSpot's depths, as of the moment when the agent asked
 */
record ShownStack(int error, long[] methods, long[] bcis, int[] depths) {
  /** What JVM TI writes of a frame: a jmethodID and a jlocation. */
  static final int FRAME_SIZE = 16;

  int size() {
    return methods.length;
  }

  /** What a call is answered that names a frame: why there is none of this depth, or 0. */
  int errorAt(int depth) {
    if (error != 0) {
      return error;
    }
    return depth < methods.length ? 0 : JvmtiError.NO_MORE_FRAMES;
  }

  /**
   * Reads a stack.
   *
   * @param thread a reference; 0 for the current thread
   * @param framesWhenAsked how many frames the thread had before Java was called: the current one
   *     has Java's on top now
   */
  static ShownStack of(
      HotSpot hotSpot, Methods methods, long agent, long thread, int framesWhenAsked) {
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(8, 8).address();
      int error = hotSpot.call(Function.GET_FRAME_COUNT, agent, thread, count);
      if (error != 0) {
        return none(error);
      }
      int all = Memory.readInt(count);
      boolean isCurrent = thread == 0 || Thread.currentThread().equals(Bridge.resolve(thread));
      int ours = isCurrent && framesWhenAsked >= 0 ? Math.max(0, all - framesWhenAsked) : 0;
      int most = all - ours;
      if (most == 0) {
        return none(0);
      }
      long frames = arena.allocate((long) FRAME_SIZE * most, 8).address();
      error = hotSpot.call(Function.GET_STACK_TRACE, agent, thread, ours, most, frames, count);
      return error != 0 ? none(error) : shown(methods, frames, Memory.readInt(count));
    }
  }

  private static ShownStack none(int error) {
    return new ShownStack(error, new long[0], new long[0], new int[0]);
  }

  /** The frames that agents see of an array of them. */
  static ShownStack shown(Methods methods, long frames, int count) {
    long[] ids = new long[count];
    long[] bcis = new long[count];
    int[] depths = new int[count];
    int shown = 0;
    for (int i = 0; i < count; i++) {
      long method = Memory.readLong(frames + (long) FRAME_SIZE * i);
      if (methods.of(method).isShown()) {
        ids[shown] = method;
        bcis[shown] = Memory.readLong(frames + (long) FRAME_SIZE * i + 8);
        depths[shown++] = i;
      }
    }
    return new ShownStack(
        JvmtiError.NONE,
        Arrays.copyOf(ids, shown),
        Arrays.copyOf(bcis, shown),
        Arrays.copyOf(depths, shown));
  }

  /** Writes frames for an agent. */
  void write(Methods views, int from, int count, long frames) {
    for (int i = 0; i < count; i++) {
      long method = methods[from + i];
      long to = frames + (long) FRAME_SIZE * i;
      Memory.writeLong(to, method);
      Memory.writeLong(to + 8, views.of(method).location(bcis[from + i]));
    }
  }
}
