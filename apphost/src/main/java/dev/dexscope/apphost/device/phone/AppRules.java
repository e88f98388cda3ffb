package dev.dexscope.apphost.device.phone;

import android.app.Application;
import android.content.Context;
import android.content.pm.PackageManager;
import org.robolectric.RuntimeEnvironment;

/** The rules for the app by its target level and its permissions. */
public final class AppRules {
  private AppRules() {}

  /**
   * Returns whether what a level has changed holds for the app: it targets that level or a newer
   * one.
   */
  public static boolean isOfLevel(int level) {
    Application app = RuntimeEnvironment.getApplication();
    return app != null
        && app.getApplicationInfo().targetSdkVersion >= level
        && RuntimeEnvironment.getApiLevel() >= level;
  }

  /** Returns whether the app has a permission. */
  public static boolean isGranted(Context app, String permission) {
    return app.checkCallingOrSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
  }
}
