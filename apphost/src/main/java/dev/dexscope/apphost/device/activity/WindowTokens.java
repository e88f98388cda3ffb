package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.content.Context;
import android.content.ContextWrapper;
import android.view.View;
import android.view.ViewGroup;
import android.view.Window;
import android.view.WindowManager;
import dev.dexscope.apphost.device.phone.AppRules;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.phone.Precedes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Windows belong to an activity that is there, or to the system. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class WindowTokens {
  /** The level at which only the system shows toasts. */
  private static final int TOAST_OF_SYSTEM = 26;

  private static final int TYPE_APPLICATION_OVERLAY = 2038;

  /** Those that need the permission for windows over other apps. */
  @SuppressWarnings("deprecation") // For apps of earlier levels.
  private static final Set<Integer> OVER_OTHERS =
      Set.of(
          TYPE_APPLICATION_OVERLAY,
          WindowManager.LayoutParams.TYPE_PHONE,
          WindowManager.LayoutParams.TYPE_PRIORITY_PHONE,
          WindowManager.LayoutParams.TYPE_SYSTEM_ALERT,
          WindowManager.LayoutParams.TYPE_SYSTEM_OVERLAY,
          WindowManager.LayoutParams.TYPE_SYSTEM_ERROR);

  private WindowTokens() {}

  /** A window of an activity that has gone, or of none. */
  @Precedes("android.view.WindowManagerGlobal")
  static void addView(
      Object windows,
      View view,
      ViewGroup.LayoutParams layout,
      Object display,
      @Nullable Window parent) {
    if (!(layout instanceof WindowManager.LayoutParams window)) {
      return;
    }
    if (window.type > WindowManager.LayoutParams.LAST_SUB_WINDOW) {
      requireRight(view.getContext(), window.type);
      return;
    }
    if (window.type > WindowManager.LayoutParams.LAST_APPLICATION_WINDOW) {
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

  /** Windows of the system: toasts are for all, those over other apps need a permission. */
  private static void requireRight(Context context, int type) {
    boolean isFree =
        type == WindowManager.LayoutParams.TYPE_TOAST
            ? !AppRules.isOfLevel(TOAST_OF_SYSTEM)
            : OVER_OTHERS.contains(type)
                && AppRules.isGranted(context, "android.permission.SYSTEM_ALERT_WINDOW");
    if (!isFree) {
      throw new WindowManager.BadTokenException(
          "Unable to add window android.view.ViewRootImpl$W@"
              + Integer.toHexString(System.identityHashCode(context))
              + " -- permission denied for window type "
              + type);
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
