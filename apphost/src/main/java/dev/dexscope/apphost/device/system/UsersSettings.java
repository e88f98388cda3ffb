package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.ContentResolver;
import android.content.Context;
import android.net.Uri;
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
  private static final String ADDRESS = "content://settings/";

  private static final PhoneSettings SETTINGS = read();

  private static volatile boolean isOver;

  private UsersSettings() {}

  private static PhoneSettings read() {
    try {
      return PhoneSettings.ofDevice();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the user has set. */
  public static PhoneSettings current() {
    return SETTINGS;
  }

  /** Sets them: from now on the app would change them. */
  static void equip(Application application) {
    for (Table each : Table.values()) {
      SETTINGS.all(each).forEach((name, value) -> put(application, each, name, value));
    }
    isOver = true;
  }

  /**
   * Makes a change of the user, which the app gets; returns all settings.
   *
   * @throws IOException if there are too many
   */
  public static PhoneSettings change(String assignment) throws IOException {
    SETTINGS.change(assignment);
    for (Table each : Table.values()) {
      String prefix = each.lowerName() + "/";
      if (assignment.startsWith(prefix)) {
        String name = assignment.substring(prefix.length()).split("=", 2)[0];
        Application application = RuntimeEnvironment.getApplication();
        isOver = false;
        put(application, each, name, SETTINGS.all(each).get(name));
        isOver = true;
        application.getContentResolver().notifyChange(Uri.parse(ADDRESS + prefix + name), null);
      }
    }
    return SETTINGS;
  }

  /** The table Global is of level 17. */
  private static void put(
      Application application, Table table, String name, @Nullable String value) {
    String type = table.name().charAt(0) + table.lowerName().substring(1);
    ReflectionHelpers.callStaticMethod(
        ReflectionHelpers.loadClass(
            UsersSettings.class.getClassLoader(), "android.provider.Settings$" + type),
        "putString",
        ClassParameter.from(ContentResolver.class, application.getContentResolver()),
        ClassParameter.from(String.class, name),
        ClassParameter.from(String.class, value));
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
