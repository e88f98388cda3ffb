package dev.dexscope.apphost.device.frames;

import android.graphics.Rect;
import android.util.DisplayMetrics;
import android.view.View;
import dev.dexscope.apphost.device.phone.Replaces;

/** What views ask of the screen and of the phone's make. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class ViewLimits {
  private ViewLimits() {}

  /** By this part, which bars and keyboard leave, apps know that the keyboard is there. */
  @Replaces("android.view.View")
  static void getWindowVisibleDisplayFrame(View view, Rect frame) {
    DisplayMetrics screen = SystemBars.screen();
    int[] whole = {0, 0, screen.widthPixels, screen.heightPixels};
    frame.set(
        view.getWindowToken() == null
            ? new Rect(whole[0], whole[1], whole[2], whole[3])
            : SystemBars.free(whole));
  }

  /** A phone that has keys on its screen has no others. */
  @Replaces("android.view.ViewConfiguration")
  static boolean hasPermanentMenuKey(Object limits) {
    return false;
  }
}
