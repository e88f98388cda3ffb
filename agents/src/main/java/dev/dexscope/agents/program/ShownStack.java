package dev.dexscope.agents.program;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Memory;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * The frames of a thread that agents see.
 *
 * @param error HotSpot's, if there are no frames
 * @param methods of the frames, from the innermost one on
 * @param bcis where they are, in HotSpot's addresses
 * @param depths HotSpot's depths, as of the moment when the agent asked
 */
public record ShownStack(int error, long[] methods, long[] bcis, int[] depths) {
  /** The bytes that JVM TI writes of a frame: a jmethodID and a jlocation. */
  public static final int FRAME_SIZE = 16;

  /** So many that no stack has more. */
  public static final int ALL = Integer.MAX_VALUE;

  public int size() {
    return methods.length;
  }

  /** Returns the error of a call that names a frame: why there is none of this depth, or 0. */
  public int errorAt(int depth) {
    if (error != 0) {
      return error;
    }
    return depth < methods.length ? 0 : JvmtiError.NO_MORE_FRAMES;
  }

  /**
   * Reads a stack, which may be deep: no more of it than somebody wants.
   *
   * @param thread a reference; 0 for the current thread
   * @param framesWhenAsked how many frames the thread had before Java was called: the current one
   *     has Java's on top now
   * @param wanted how many frames are wanted at least, if there are as many
   */
  public static ShownStack of(
      HotSpot hotSpot,
      LongFunction<MethodView> views,
      long agent,
      long thread,
      int framesWhenAsked,
      int wanted) {
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
      // Another thread may run, and have more frames by then.
      int bound = isCurrent ? most : ALL;
      int read = Math.min(isCurrent ? most : most + 1, wanted);
      while (true) {
        long frames = arena.allocate((long) FRAME_SIZE * read, 8).address();
        error = hotSpot.call(Function.GET_STACK_TRACE, agent, thread, ours, read, frames, count);
        if (error != 0) {
          return none(error);
        }
        int given = Memory.readInt(count);
        ShownStack shown = shown(views, frames, given);
        if (given < read || read == bound || shown.size() >= wanted) {
          return shown;
        }
        read = Math.min(bound, 2 * read);
      }
    }
  }

  private static ShownStack none(int error) {
    return new ShownStack(error, new long[0], new long[0], new int[0]);
  }

  /** The frames that agents see of an array of them. */
  public static ShownStack shown(LongFunction<MethodView> views, long frames, int count) {
    long[] ids = new long[count];
    long[] bcis = new long[count];
    int[] depths = new int[count];
    long[] words = Memory.readLongs(frames, 2 * count);
    int shown = 0;
    for (int i = 0; i < count; i++) {
      long method = words[2 * i];
      if (views.apply(method).isShown()) {
        ids[shown] = method;
        bcis[shown] = words[2 * i + 1];
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
  public void write(Methods views, int from, int count, long frames) {
    for (int i = 0; i < count; i++) {
      long method = methods[from + i];
      long to = frames + (long) FRAME_SIZE * i;
      Memory.writeLong(to, method);
      Memory.writeLong(to + 8, views.of(method).location(bcis[from + i]));
    }
  }
}
