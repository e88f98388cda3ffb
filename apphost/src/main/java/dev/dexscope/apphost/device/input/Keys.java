package dev.dexscope.apphost.device.input;

import android.os.SystemClock;
import android.view.KeyEvent;
import android.view.View;
import dev.dexscope.apphost.device.frames.WindowSurface;
import dev.dexscope.apphost.device.frames.Windows;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** Keys go to the window on top that takes them: a dialog's before its activity's. */
final class Keys {
  /** The first level at which apps can do without the back key's events. */
  private static final int PREDICTIVE_BACK = 33;

  /** The system's side of a window. */
  @ForType(className = "android.view.ViewRootImpl")
  interface Root {
    /** Returns what its window wants to do on back. */
    Object getOnBackInvokedDispatcher();
  }

  /** What a window wants to do on back. */
  @ForType(className = "android.window.WindowOnBackInvokedDispatcher")
  interface BackDispatcher {
    /** Returns whether the app does without the key's events. */
    boolean isOnBackInvokedCallbackEnabled();

    /** Returns what is to be called; null for nothing. */
    @Nullable Object getTopCallback();
  }

  /** What an app does on back. */
  @ForType(className = "android.window.OnBackInvokedCallback")
  interface BackCallback {
    /** Does it. */
    void onBackInvoked();
  }

  private Keys() {}

  /** Presses and releases the back key. */
  static void back() {
    long down = SystemClock.uptimeMillis();
    for (int action : new int[] {KeyEvent.ACTION_DOWN, KeyEvent.ACTION_UP}) {
      send(new KeyEvent(down, SystemClock.uptimeMillis(), action, KeyEvent.KEYCODE_BACK, 0));
    }
  }

  /** Returns whether a window took it. */
  static boolean send(KeyEvent key) {
    View window = Windows.focused();
    if (window == null) {
      return false;
    }
    if (key.getKeyCode() == KeyEvent.KEYCODE_BACK) {
      Object callback = callback(window);
      if (callback != null) {
        if (key.getAction() == KeyEvent.ACTION_UP) {
          Reflector.reflector(BackCallback.class, callback).onBackInvoked();
        }
        return true;
      }
    }
    return window.dispatchKeyEvent(key);
  }

  private static @Nullable Object callback(View window) {
    Object root = Reflector.reflector(WindowSurface.SystemsView.class, window).getViewRootImpl();
    if (root == null || RuntimeEnvironment.getApiLevel() < PREDICTIVE_BACK) {
      return null;
    }
    var dispatcher =
        Reflector.reflector(
            BackDispatcher.class,
            Reflector.reflector(Root.class, root).getOnBackInvokedDispatcher());
    return dispatcher.isOnBackInvokedCallbackEnabled() ? dispatcher.getTopCallback() : null;
  }
}
