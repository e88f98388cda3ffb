package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.ContentResolver;
import android.content.Context;
import android.provider.Settings;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.apps.PhoneSettings.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The settings: Android's defaults and the changes of a device's user, who has permitted no app to
 * change them.
 */
@SuppressWarnings("unused")
public final class UsersSettings {
  private static volatile boolean isOver;

  private UsersSettings() {}

  /** Sets them: from now on the app would change them. */
  static void equip(Application application) {
    PhoneSettings settings;
    try {
      settings = PhoneSettings.ofDevice();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ContentResolver resolver = application.getContentResolver();
    settings
        .all(Table.SYSTEM)
        .forEach((name, value) -> Settings.System.putString(resolver, name, value));
    settings
        .all(Table.SECURE)
        .forEach((name, value) -> Settings.Secure.putString(resolver, name, value));
    // android.provider.Settings.Global, since level 17.
    Class<?> global =
        ReflectionHelpers.loadClass(
            UsersSettings.class.getClassLoader(), "android.provider.Settings$Global");
    settings
        .all(Table.GLOBAL)
        .forEach((name, value) ->
            ReflectionHelpers.callStaticMethod(
                global,
                "putString",
                ClassParameter.from(ContentResolver.class, resolver),
                ClassParameter.from(String.class, name),
                ClassParameter.from(String.class, value)));
    isOver = true;
  }

  @Replaces("android.provider.Settings$System")
  static boolean canWrite(Context context) {
    return false;
  }

  @Precedes({
    "android.provider.Settings$Global",
    "android.provider.Settings$Secure",
    "android.provider.Settings$System"
  })
  static void putString(Object resolver, @Nullable String name) {
    refuse();
  }

  @Precedes({
    "android.provider.Settings$Global",
    "android.provider.Settings$Secure",
    "android.provider.Settings$System"
  })
  static void putInt(Object resolver, @Nullable String name) {
    refuse();
  }

  @Precedes({
    "android.provider.Settings$Global",
    "android.provider.Settings$Secure",
    "android.provider.Settings$System"
  })
  static void putLong(Object resolver, @Nullable String name) {
    refuse();
  }

  @Precedes({
    "android.provider.Settings$Global",
    "android.provider.Settings$Secure",
    "android.provider.Settings$System"
  })
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
