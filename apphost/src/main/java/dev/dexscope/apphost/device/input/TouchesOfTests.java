package dev.dexscope.apphost.device.input;

import android.os.Handler;
import android.os.Looper;
import android.view.InputEvent;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import dev.dexscope.apphost.device.frames.Windows;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowInputManagerGlobal;

/**
 * Touches and keys that tests send, from whatever thread, reach the windows: those under them, or
 * the one on top that takes all. Since level 34.
 */
@Implements(
    className = "android.hardware.input.InputManagerGlobal",
    isInAndroidSdk = false,
    minSdk = 34)
public class TouchesOfTests extends ShadowInputManagerGlobal {
  private static @Nullable View touched;

  /** Of {@code InputManagerGlobal}. */
  @Implementation
  protected boolean injectInputEvent(InputEvent event, int mode, int targetUid) {
    if (Looper.getMainLooper().equals(Looper.myLooper())) {
      return send(event);
    }
    var sent = new FutureTask<>(() -> send(event));
    new Handler(Looper.getMainLooper()).post(sent);
    try {
      return sent.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static boolean send(InputEvent event) {
    return switch (event) {
      case MotionEvent motion -> touch(motion);
      case KeyEvent key -> Keys.send(key);
      default -> false;
    };
  }

  /** All of a gesture goes to the window that it has begun in. */
  private static boolean touch(MotionEvent event) {
    int x = (int) event.getRawX();
    int y = (int) event.getRawY();
    if (event.getActionMasked() == MotionEvent.ACTION_DOWN || touched == null) {
      touched = Windows.at(x, y);
    }
    View target = touched;
    if (target == null) {
      return false;
    }
    int[] at = new int[2];
    target.getLocationOnScreen(at);
    event.offsetLocation(-at[0], -at[1]);
    target.dispatchTouchEvent(event);
    event.offsetLocation(at[0], at[1]);
    if (event.getActionMasked() == MotionEvent.ACTION_UP) {
      touched = null;
    }
    return true;
  }
}
