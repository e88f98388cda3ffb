package dev.dexscope.apphost.device;

import android.os.Looper;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apps.AppRun.Kind;
import java.time.Duration;
import java.util.Map;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowLooper;

/**
 * Runs the app's main thread frame by frame. The framework's clock advances by a frame each time,
 * at once, or in real time if requested.
 */
final class Idle {
  /** Milliseconds. */
  static final int FRAME = 16;

  /** The time for a frame on a screen of 60 Hz. */
  private static final long BUDGET = 16_700_000;

  /** Frames without news, until the app is taken to wait for its user. */
  private static final int QUIET_FRAMES = 20;

  /** Of an app that never is quiet. */
  private static final int MOST_FRAMES = 250;

  /** The time that other threads of the app may work before the next step. */
  private static final long MOST_WORK = Duration.ofSeconds(10).toNanos();

  private final boolean isRealTime;
  private final EventLog events;
  private final Activities activities;
  private final ShadowLooper looper = Shadow.extract(Looper.getMainLooper());

  Idle(boolean isRealTime, EventLog events, Activities activities) {
    this.isRealTime = isRealTime;
    this.events = events;
    this.activities = activities;
  }

  /** Until nothing is left to do, or long enough. */
  void untilQuiet() {
    long end = System.nanoTime() + MOST_WORK;
    int quiet = 0;
    for (int i = 0; i < MOST_FRAMES && quiet < QUIET_FRAMES; i++) {
      boolean isBusy = frame(FRAME) || (isAnybodyWorking() && System.nanoTime() < end);
      quiet = isBusy ? 0 : quiet + 1;
      if (isBusy) {
        i = Math.max(0, i - 1);
      }
    }
  }

  /** So many milliseconds. */
  void advance(long millis) {
    for (long left = millis; left > 0; left -= FRAME) {
      frame((int) Math.min(FRAME, left));
    }
  }

  /** Runs one frame; returns whether activities were started or ended in it. */
  private boolean frame(int millis) {
    long begin = System.nanoTime();
    looper.idleFor(Duration.ofMillis(millis));
    boolean isNews = activities.follow();
    long took = System.nanoTime() - begin;
    if (took > BUDGET) {
      var top = activities.top();
      events.since(Kind.SLOW_FRAME, top == null ? "no activity" : top.getClass().getName(), begin);
    }
    pause(isRealTime ? Math.max(1, millis - took / 1_000_000) : 1);
    return isNews;
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether a thread of the app is at work, so that news may come from it. */
  private static boolean isAnybodyWorking() {
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      Thread thread = each.getKey();
      StackTraceElement[] frames = each.getValue();
      if (!thread.equals(Thread.currentThread())
          && thread.getState() == Thread.State.RUNNABLE
          && frames.length > 2
          && isOfApp(frames)) {
        return true;
      }
    }
    return false;
  }

  /** Not those that the JVM or the framework keeps, which look busy in native code. */
  private static boolean isOfApp(StackTraceElement[] frames) {
    if (frames[0].isNativeMethod() && !frames[0].getClassName().startsWith("java.lang.")) {
      return false;
    }
    String lowest = frames[frames.length - 1].getClassName();
    return lowest.equals("java.lang.Thread") || !lowest.startsWith("j");
  }
}
