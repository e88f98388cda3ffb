package dev.dexscope.apphost.device.input;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import android.view.View;
import dev.dexscope.apphost.device.activity.Activities;
import dev.dexscope.apphost.device.frames.OnScreenKeyboard;
import dev.dexscope.apphost.device.frames.WindowSurface;
import dev.dexscope.apphost.device.frames.Windows;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** Keys go to the window on top that takes them: a dialog's before its activity's. */
final class Keys {
  /** The first level at which apps can do without the back key's events. */
  private static final int PREDICTIVE_BACK = 33;

  /** Of level 11. */
  private static final int APP_SWITCH = 187;

  private static final String PREFIX = "KEYCODE_";

  /** Of level 20. */
  private static final int SLEEP = 223;

  private static final int WAKEUP = 224;

  /** The system keeps these for the screen, which is always on. */
  private static final Set<Integer> SCREEN = Set.of(KeyEvent.KEYCODE_POWER, SLEEP, WAKEUP);

  /** The system's side of a window. */
  @ForType(className = "android.view.ViewRootImpl")
  interface Root {
    /** Returns what its window wants to do on back. */
    Object getOnBackInvokedDispatcher();
  }

  /** The requests of a window for back. */
  @ForType(className = "android.window.WindowOnBackInvokedDispatcher")
  interface BackDispatcher {
    /** Returns whether the app does without the key's events. */
    boolean isOnBackInvokedCallbackEnabled();

    /** Returns what is to be called; null for nothing. */
    @Nullable Object getTopCallback();
  }

  /** The action of an app on back. */
  @ForType(className = "android.window.OnBackInvokedCallback")
  interface BackCallback {
    /** Does it. */
    void onBackInvoked();
  }

  private Keys() {}

  /** Leaves what is on top, with or without a keyboard. */
  static void back() {
    pressAndRelease(KeyEvent.KEYCODE_BACK);
  }

  /** Returns the code of a key by its name, with or without its prefix, or by its number. */
  static int code(String name) {
    String plain = name.toUpperCase(Locale.ROOT);
    if (plain.matches("\\d{1,4}")) {
      int code = Integer.parseInt(plain);
      if (code > 0 && code <= KeyEvent.getMaxKeyCode()) {
        return code;
      }
    }
    try {
      String field = plain.startsWith(PREFIX) ? plain : PREFIX + plain;
      return KeyEvent.class.getField(field).getInt(null);
    } catch (ReflectiveOperationException e) {
      throw new AppException("no such key", name, "such as ENTER, KEYCODE_ENTER or 66");
    }
  }

  /** Presses and releases a key, as a keyboard would; those of the system lead out of the app. */
  static void press(int code) {
    if (code == KeyEvent.KEYCODE_HOME) {
      Phone.part(Activities.class).leave();
      return;
    }
    if (code == APP_SWITCH) {
      Phone.part(Activities.class).switchOver();
      return;
    }
    if (SCREEN.contains(code)) {
      return;
    }
    View window = Windows.focused();
    if (window != null && code == KeyEvent.KEYCODE_BACK && OnScreenKeyboard.isShown()) {
      // The view may want the key before the keyboard gets it, which it hides.
      if (!pressed(code).map(window::dispatchKeyEventPreIme).reduce(false, Boolean::logicalOr)) {
        OnScreenKeyboard.hide();
      }
      return;
    }
    pressAndRelease(code);
  }

  private static void pressAndRelease(int code) {
    pressed(code).forEach(Keys::send);
  }

  /** The events of a key that is pressed and released. */
  private static Stream<KeyEvent> pressed(int code) {
    long down = SystemClock.uptimeMillis();
    return Stream.of(KeyEvent.ACTION_DOWN, KeyEvent.ACTION_UP)
        .map(action ->
            new KeyEvent(
                down,
                SystemClock.uptimeMillis(),
                action,
                code,
                0,
                0,
                KeyCharacterMap.VIRTUAL_KEYBOARD,
                0,
                0,
                InputDevice.SOURCE_KEYBOARD));
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
