package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.ContentResolver;
import android.content.Context;
import android.provider.Settings;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.apps.PhoneProperties;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The settings: Android's defaults, which are the user's, who has permitted no app to change them.
 */
@SuppressWarnings("unused")
public final class UsersSettings {
  /** The same in each run: apps name their user by it. */
  private static final String ID = "5d1c93aa07e2b846";

  /** The defaults of Android's own provider of settings. */
  private static final Map<String, String> SYSTEM =
      Map.of(
          "screen_brightness", "102",
          "screen_brightness_mode", "0",
          "screen_off_timeout", "60000",
          "accelerometer_rotation", "1",
          "haptic_feedback_enabled", "1",
          "sound_effects_enabled", "1",
          "dtmf_tone", "1",
          "font_scale", "1.0",
          "volume_music", "5",
          "volume_ring", "5");

  private static final Map<String, String> SECURE =
      Map.of(
          "android_id", ID,
          "default_input_method", Keyboard.NAME + "/.LatinIME",
          "enabled_input_methods", Keyboard.NAME + "/.LatinIME",
          "user_setup_complete", "1",
          "accessibility_enabled", "0",
          "touch_exploration_enabled", "0",
          "install_non_market_apps", "0",
          "location_mode", "3");

  private static final Map<String, String> GLOBAL =
      Map.ofEntries(
          Map.entry("device_provisioned", "1"),
          Map.entry("airplane_mode_on", "0"),
          Map.entry("auto_time", "1"),
          Map.entry("auto_time_zone", "1"),
          Map.entry("adb_enabled", "0"),
          Map.entry("development_settings_enabled", "0"),
          Map.entry("stay_on_while_plugged_in", "0"),
          Map.entry("window_animation_scale", "1.0"),
          Map.entry("transition_animation_scale", "1.0"),
          Map.entry("animator_duration_scale", "1.0"),
          Map.entry("device_name", PhoneProperties.MODEL));

  private static volatile boolean isOver;

  private UsersSettings() {}

  /** Sets the defaults: from now on the app would change them. */
  static void equip(Application application) {
    ContentResolver resolver = application.getContentResolver();
    SYSTEM.forEach((name, value) -> Settings.System.putString(resolver, name, value));
    SECURE.forEach((name, value) -> Settings.Secure.putString(resolver, name, value));
    // android.provider.Settings.Global, since level 17.
    Class<?> global =
        ReflectionHelpers.loadClass(
            UsersSettings.class.getClassLoader(), "android.provider.Settings$Global");
    GLOBAL.forEach((name, value) ->
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
