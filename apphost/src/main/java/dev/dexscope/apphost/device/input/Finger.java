package dev.dexscope.apphost.device.input;

import android.graphics.Rect;
import android.os.SystemClock;
import android.view.Choreographer;
import android.view.InputDevice;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.ViewConfiguration;
import dev.dexscope.apphost.device.activity.Idle;
import dev.dexscope.apphost.device.frames.OnScreenKeyboard;
import dev.dexscope.apphost.device.frames.SystemBars;
import dev.dexscope.apps.Step;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadows.ShadowUiAutomation;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** Touches the screen by the events that a device's would send. */
public final class Finger {
  private static final int FRAME = 16;

  /** Type of callbacks: those for input. */
  private static final int INPUT = 0;

  private final Idle idle;
  private long begun;

  /** Whether the touch has begun on a bar of the system. */
  private boolean isSystems;

  /** Whether it has begun on the keyboard. */
  private boolean isKeyboards;

  /** The framework's callbacks of any type. */
  @ForType(Choreographer.class)
  interface Input {
    /** Posts one for the next frame. */
    void postCallback(int type, Runnable action, @Nullable Object token);
  }

  public Finger(Idle idle) {
    this.idle = idle;
  }

  /** Presses the back key. */
  public void back() {
    idle.answers(Keys::back);
  }

  /** Presses a key, by its name or number. */
  public void key(String name) {
    int code = Keys.code(name);
    idle.answers(() -> Keys.press(code));
  }

  /** Puts the keyboard away, as a user does who wants to reach what it covers. */
  public void hideKeyboard() {
    idle.answers(OnScreenKeyboard::hide);
    idle.untilQuiet();
  }

  public void tap(Node node, boolean isLong) {
    Rect seen = SystemBars.free(node.bounds());
    tap(seen.centerX(), seen.centerY(), isLong);
  }

  /** Taps a place; one of the system's bars is the system's, and has keys. */
  public void tap(int x, int y, boolean isLong) {
    int key = SystemBars.keyAt(x, y);
    if (key != KeyEvent.KEYCODE_UNKNOWN) {
      idle.answers(() -> Keys.press(key));
      return;
    }
    long down = SystemClock.uptimeMillis();
    send(down, MotionEvent.ACTION_DOWN, x, y);
    idle.advance(isLong ? ViewConfiguration.getLongPressTimeout() + 100 : 3 * FRAME);
    send(down, MotionEvent.ACTION_UP, x, y);
  }

  /** Moves a finger; what begins at an edge of the screen may be a gesture of the system. */
  public void swipe(int fromX, int fromY, int toX, int toY, int millis) {
    int key = SystemBars.keyOf(fromX, fromY, toX, toY);
    if (key != KeyEvent.KEYCODE_UNKNOWN) {
      idle.answers(() -> Keys.press(key));
      return;
    }
    long down = SystemClock.uptimeMillis();
    send(down, MotionEvent.ACTION_DOWN, fromX, fromY);
    int steps = Math.max(2, millis / FRAME);
    for (int i = 1; i <= steps; i++) {
      int x = fromX + (toX - fromX) * i / steps;
      int y = fromY + (toY - fromY) * i / steps;
      move(down, x, y);
    }
    send(down, MotionEvent.ACTION_UP, toX, toY);
  }

  /** One event of a touch that others begin and end. */
  public void touch(Step.Movement movement, int x, int y) {
    switch (movement) {
      case DOWN -> {
        begun = SystemClock.uptimeMillis();
        send(begun, MotionEvent.ACTION_DOWN, x, y);
      }
      case MOVE -> move(begun, x, y);
      case UP -> {
        send(begun, MotionEvent.ACTION_UP, x, y);
        idle.frame();
      }
      case CANCEL -> send(begun, MotionEvent.ACTION_CANCEL, x, y);
    }
  }

  /** Movements reach an app with its next frame, as the first of its phases. */
  private void move(long down, int x, int y) {
    Reflector.reflector(Input.class, Choreographer.getInstance())
        .postCallback(INPUT, () -> send(down, MotionEvent.ACTION_MOVE, x, y), null);
    idle.frame();
  }

  private void send(long down, int action, int x, int y) {
    if (action == MotionEvent.ACTION_DOWN) {
      isSystems = SystemBars.has(x, y);
      isKeyboards = OnScreenKeyboard.has(x, y);
    }
    if (isKeyboards && action == MotionEvent.ACTION_UP) {
      idle.answers(() -> OnScreenKeyboard.press(x, y));
    }
    if (isSystems || isKeyboards) {
      return;
    }
    MotionEvent event = MotionEvent.obtain(down, SystemClock.uptimeMillis(), action, x, y, 0);
    event.setSource(InputDevice.SOURCE_TOUCHSCREEN);
    idle.answers(() -> ShadowUiAutomation.injectInputEvent(event));
    event.recycle();
  }
}
