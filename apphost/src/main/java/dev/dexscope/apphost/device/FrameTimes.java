package dev.dexscope.apphost.device;

import android.os.Looper;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apps.Frame;
import dev.dexscope.libcore.Counters;

/** The times of the main thread's frame while it runs: one at a time. */
final class FrameTimes {
  /** The types of {@code Choreographer}'s callbacks, in their order. */
  private static final int INPUT = 0;

  private static final int TRAVERSAL = 3;
  private static final int TYPES = 5;

  private static long start;
  private static long begun;
  private static long drawing;
  private static final long[] CPU = new long[TYPES];
  private static long draw;
  private static int windows;

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
   * Returns whether something was drawn since the last call.
   *
   * @param activity the one on top
   */
  static boolean report(String activity, EventLog events) {
    if (windows == 0) {
      return false;
    }
    windows = 0;
    long animation = 0;
    for (int i = INPUT + 1; i < TRAVERSAL; i++) {
      animation += CPU[i];
    }
    long rest = CPU[TRAVERSAL] + CPU[TRAVERSAL + 1] - draw;
    events.frame(
        new Frame(activity, start, System.nanoTime() - start, CPU[INPUT], animation, rest, draw));
    return true;
  }
}
