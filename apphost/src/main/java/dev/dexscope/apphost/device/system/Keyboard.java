package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.Context;
import android.view.inputmethod.InputMethodInfo;
import android.view.inputmethod.InputMethodSubtype;
import dev.dexscope.apps.PhoneSettings;
import java.util.List;
import java.util.Locale;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowInputMethodManager;

/** The keyboard on the screen, as apps find it among those that a phone has. */
public final class Keyboard {
  private Keyboard() {}

  /** Adds it. */
  static void equip(Application application) {
    ShadowInputMethodManager keyboards =
        Shadow.extract(application.getSystemService(Context.INPUT_METHOD_SERVICE));
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
