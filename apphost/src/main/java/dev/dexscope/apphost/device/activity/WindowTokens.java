package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.content.Context;
import android.content.ContextWrapper;
import android.view.View;
import android.view.ViewGroup;
import android.view.Window;
import android.view.WindowManager;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.phone.Precedes;
import org.jspecify.annotations.Nullable;

/** Windows belong to an activity that is there, or to the system. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class WindowTokens {
  private WindowTokens() {}

  /** A window of an activity that has gone, or of none. */
  @Precedes("android.view.WindowManagerGlobal")
  static void addView(
      Object windows,
      View view,
      ViewGroup.LayoutParams layout,
      Object display,
      @Nullable Window parent) {
    if (!(layout instanceof WindowManager.LayoutParams window)
        || window.type > WindowManager.LayoutParams.LAST_APPLICATION_WINDOW) {
      return;
    }
    Activity activity = parent == null ? null : activity(parent.getContext());
    boolean isGone = activity != null && Phone.part(Activities.class).isGone(activity);
    if (isGone || (parent == null && window.token == null)) {
      throw new WindowManager.BadTokenException(
          "Unable to add window -- token "
              + window.token
              + " is not valid; is your activity running?");
    }
  }

  private static @Nullable Activity activity(@Nullable Context context) {
    Context at = context;
    while (at instanceof ContextWrapper wrapper && !(at instanceof Activity)) {
      at = wrapper.getBaseContext();
    }
    return at instanceof Activity activity ? activity : null;
  }
}
