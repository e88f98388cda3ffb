package dev.dexscope.apphost.device.system;

import android.app.AlarmManager;
import android.app.Application;
import android.app.PendingIntent;
import android.os.SystemClock;
import dev.dexscope.apphost.device.phone.AppRules;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.vm.Vm;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;

/** Alarms: who may set exact ones, and when those at a time of day come. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class Alarms {
  /** The level from which on exact alarms need a permission. */
  private static final int EXACT = 31;

  private Alarms() {}

  @Precedes("android.app.AlarmManager")
  static void setExact(AlarmManager alarms, int type, long time, @Nullable Object operation) {
    requireExact(operation);
  }

  @Precedes("android.app.AlarmManager")
  static void setExactAndAllowWhileIdle(
      AlarmManager alarms, int type, long time, @Nullable Object operation) {
    requireExact(operation);
  }

  /** A listener needs no permission. */
  private static void requireExact(@Nullable Object operation) {
    Application app = RuntimeEnvironment.getApplication();
    if (operation instanceof PendingIntent
        && AppRules.isOfLevel(EXACT)
        && !AppRules.isGranted(app, "android.permission.SCHEDULE_EXACT_ALARM")
        && !AppRules.isGranted(app, "android.permission.USE_EXACT_ALARM")) {
      throw new SecurityException(
          "Caller "
              + app.getPackageName()
              + " needs to hold android.permission.SCHEDULE_EXACT_ALARM or"
              + " android.permission.USE_EXACT_ALARM to set exact alarms.");
    }
  }

  /** Returns the time of an alarm since the start: Robolectric's take all times for such. */
  public static long sinceStart(int type, long time) {
    return type == AlarmManager.RTC || type == AlarmManager.RTC_WAKEUP
        ? time - Vm.timeOfDay() + SystemClock.elapsedRealtime()
        : time;
  }
}
