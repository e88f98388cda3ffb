package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.Context;
import android.view.View;
import android.view.inputmethod.InputMethodInfo;
import android.view.inputmethod.InputMethodManager;
import android.view.inputmethod.InputMethodSubtype;
import dev.dexscope.apps.PhoneSettings;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowInputMethodManager;

/** The keyboard on the screen: it is not drawn, but it comes and goes as on a phone. */
public final class Keyboard {
  private Keyboard() {}

  /**
   * Returns whether it is on the screen: it was shown for a field that has the focus.
   *
   * @param window the window that has the focus; null for none
   */
  public static boolean isShown(@Nullable View window) {
    View field = window == null ? null : window.findFocus();
    return field != null && field.onCheckIsTextEditor() && shadow(field).isSoftInputVisible();
  }

  /** Hides it, as its own key does. */
  public static void hide(View window) {
    manager(window.getContext()).hideSoftInputFromWindow(window.getWindowToken(), 0);
  }

  private static ShadowInputMethodManager shadow(View view) {
    return Shadow.extract(manager(view.getContext()));
  }

  private static InputMethodManager manager(Context context) {
    return (InputMethodManager) context.getSystemService(Context.INPUT_METHOD_SERVICE);
  }

  /** Adds it. */
  static void equip(Application application) {
    ShadowInputMethodManager keyboards = Shadow.extract(manager(application));
    var keyboard =
        new InputMethodInfo(
            PhoneSettings.KEYBOARD, PhoneSettings.KEYBOARD + ".LatinIME", "Keyboard", null);
    keyboards.setInputMethodInfoList(List.of(keyboard));
    keyboards.setEnabledInputMethodInfoList(List.of(keyboard));
    String language = Locale.getDefault().toString();
    keyboards.setCurrentInputMethodSubtype(
        new InputMethodSubtype(0, 0, language, "keyboard", "", false, false));
  }
}
