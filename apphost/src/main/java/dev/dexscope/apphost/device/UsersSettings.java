package dev.dexscope.apphost.device;

import android.content.Context;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;

/**
 * The settings are the user's, who has permitted no app to change them: {@link CallSites} calls
 * these methods before, or instead of, those of {@code android.provider.Settings}.
 */
@SuppressWarnings("unused")
final class UsersSettings {
  private static volatile boolean isOver;

  private UsersSettings() {}

  /** The phone has its own: from now on the app would change them. */
  static void close() {
    isOver = true;
  }

  static boolean canWrite(Context context) {
    return false;
  }

  static void putString(Object resolver, @Nullable String name) {
    refuse();
  }

  static void putInt(Object resolver, @Nullable String name) {
    refuse();
  }

  static void putLong(Object resolver, @Nullable String name) {
    refuse();
  }

  static void putFloat(Object resolver, @Nullable String name) {
    refuse();
  }

  private static void refuse() {
    if (isOver) {
      throw new SecurityException(
          RuntimeEnvironment.getApplication().getPackageName()
              + " was not granted  this permission: android.permission.WRITE_SETTINGS.");
    }
  }
}
