package dev.dexscope.apphost.device.frames;

import android.os.Looper;
import dev.dexscope.apps.Frame;
import dev.dexscope.libcore.Counters;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The times of the main thread's frames, one at a time. A frame is complete when its last callbacks
 * are: where the main thread has more messages than it can take, two frames may follow one another
 * in one turn.
 */
final class FrameTimes {
  /** The types of {@code Choreographer}'s callbacks, in their order. */
  private static final int INPUT = 0;

  private static final int TRAVERSAL = 3;
  private static final int COMMIT = 4;

  private static long start;
  private static long begun;
  private static long drawing;
  private static final long[] CPU = new long[COMMIT + 1];
  private static long draw;
  private static int windows;
  private static @Nullable Consumer<Frame> reports;
  private static Supplier<String> activity = () -> "";
  private static boolean isDrawn;

  private FrameTimes() {}

  private static boolean isMain() {
    return Looper.getMainLooper().equals(Looper.myLooper());
  }

  /** Callbacks of a type begin. */
  static void begin(int type) {
    if (isMain()) {
      if (type == INPUT) {
        start = System.nanoTime();
        draw = 0;
        windows = 0;
      }
      begun = Counters.threadCpuNanos();
    }
  }

  /** They have come to their end. */
  static void end(int type) {
    if (isMain()) {
      CPU[type] = Counters.threadCpuNanos() - begun;
      if (type == COMMIT && windows > 0) {
        complete();
      }
    }
  }

  private static void complete() {
    long animation = 0;
    for (int i = INPUT + 1; i < TRAVERSAL; i++) {
      animation += CPU[i];
    }
    long rest = CPU[TRAVERSAL] + CPU[COMMIT] - draw;
    isDrawn = true;
    if (reports != null) {
      reports.accept(
          new Frame(
              activity.get(), start, System.nanoTime() - start, CPU[INPUT], animation, rest, draw));
    }
  }

  /**
   * A thread beside the main one has drawn a picture.
   *
   * @param begin by {@link System#nanoTime}
   * @param cpu nanoseconds of the thread's
   */
  static void drawnBeside(long begin, long cpu) {
    Consumer<Frame> to = reports;
    if (to != null) {
      to.accept(new Frame(activity.get(), begin, System.nanoTime() - begin, 0, 0, 0, cpu));
    }
  }

  /** A window begins to draw. */
  static void beginDraw() {
    drawing = Counters.threadCpuNanos();
  }

  /**
   * It has come to its end.
   *
   * @param isDrawn whether there was something to draw
   */
  static void endDraw(boolean isDrawn) {
    draw += Counters.threadCpuNanos() - drawing;
    windows += isDrawn ? 1 : 0;
  }

  /**
   * Reports frames in which something was drawn, each when it is complete.
   *
   * @param top returns the name of the activity on top
   */
  static void report(Supplier<String> top, Consumer<Frame> to) {
    activity = top;
    reports = to;
  }

  /** Returns whether something was drawn since the last call. */
  static boolean takeDrawn() {
    boolean was = isDrawn;
    isDrawn = false;
    return was;
  }
}
