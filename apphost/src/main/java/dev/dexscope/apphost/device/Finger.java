package dev.dexscope.apphost.device;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewConfiguration;
import org.robolectric.shadows.ShadowUiAutomation;

/** Touches the screen by the events that a device's would send. */
final class Finger {
  private static final int FRAME = 16;

  private final Idle idle;

  Finger(Idle idle) {
    this.idle = idle;
  }

  void tap(View view, boolean isLong) {
    int[] at = Windows.bounds(view);
    tap((at[0] + at[2]) / 2, (at[1] + at[3]) / 2, isLong);
  }

  void tap(int x, int y, boolean isLong) {
    long down = SystemClock.uptimeMillis();
    send(down, MotionEvent.ACTION_DOWN, x, y);
    idle.advance(isLong ? ViewConfiguration.getLongPressTimeout() + 100 : 3 * FRAME);
    send(down, MotionEvent.ACTION_UP, x, y);
  }

  void swipe(int fromX, int fromY, int toX, int toY, int millis) {
    long down = SystemClock.uptimeMillis();
    send(down, MotionEvent.ACTION_DOWN, fromX, fromY);
    int steps = Math.max(2, millis / FRAME);
    for (int i = 1; i <= steps; i++) {
      idle.advance(FRAME);
      int x = fromX + (toX - fromX) * i / steps;
      int y = fromY + (toY - fromY) * i / steps;
      send(down, MotionEvent.ACTION_MOVE, x, y);
    }
    send(down, MotionEvent.ACTION_UP, toX, toY);
  }

  private static void send(long down, int action, int x, int y) {
    MotionEvent event = MotionEvent.obtain(down, SystemClock.uptimeMillis(), action, x, y, 0);
    event.setSource(InputDevice.SOURCE_TOUCHSCREEN);
    ShadowUiAutomation.injectInputEvent(event);
    event.recycle();
  }
}
