package dev.dexscope.apphost.device;

import android.app.Activity;
import android.app.AlarmManager;
import android.app.Application;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.ContextWrapper;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.content.pm.PermissionInfo;
import android.os.Handler;
import android.view.View;
import android.view.ViewGroup;
import android.view.Window;
import android.view.WindowManager;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;

/**
 * What the system refuses by an exception, where its stand-in does it: {@link CallSites} calls
 * these methods before those of the same name.
 */
@SuppressWarnings("unused")
final class Refusals {
  /** The level from which on pending intents state whether others may change them. */
  private static final int MUTABILITY = 31;

  /** {@code FLAG_IMMUTABLE} and {@code FLAG_MUTABLE}. */
  private static final int EITHER = 1 << 26 | 1 << 25;

  /** The level from which on exact alarms need a permission. */
  private static final int EXACT = 31;

  /** The level from which on receivers state whether other apps may reach them. */
  private static final int EXPORTED = 34;

  /** {@code RECEIVER_EXPORTED} and {@code RECEIVER_NOT_EXPORTED}. */
  private static final int EXPORT = 2 | 4;

  private Refusals() {}

  /**
   * Returns whether what a level has changed holds for the app: it targets that level or a newer
   * one.
   */
  static boolean isOfLevel(int level) {
    Application app = RuntimeEnvironment.getApplication();
    return app != null
        && app.getApplicationInfo().targetSdkVersion >= level
        && RuntimeEnvironment.getApiLevel() >= level;
  }

  /** Makes a permission of the platform's known. */
  static void getPermissionInfo(PackageManager packages, String name) {
    PermissionInfo found = SystemManifest.permission(name);
    if (found != null) {
      ShadowPackageManager shadow = Shadow.extract(packages);
      shadow.addPermissionInfo(found);
    }
  }

  static void getActivities(Context context, int code, Object intents, int flags) {
    requireMutability(flags);
  }

  static void getActivity(Context context, int code, Object intent, int flags) {
    requireMutability(flags);
  }

  static void getBroadcast(Context context, int code, Object intent, int flags) {
    requireMutability(flags);
  }

  static void getForegroundService(Context context, int code, Object intent, int flags) {
    requireMutability(flags);
  }

  static void getService(Context context, int code, Object intent, int flags) {
    requireMutability(flags);
  }

  private static void requireMutability(int flags) {
    if ((flags & EITHER) == 0 && isOfLevel(MUTABILITY)) {
      throw new IllegalArgumentException(
          RuntimeEnvironment.getApplication().getPackageName()
              + ": Targeting S+ (version 31 and above) requires that one of FLAG_IMMUTABLE or"
              + " FLAG_MUTABLE be specified when creating a PendingIntent.\n"
              + "Strongly consider using FLAG_IMMUTABLE, only use FLAG_MUTABLE if some"
              + " functionality depends on the PendingIntent being mutable, e.g. if it needs to be"
              + " used with inline replies or bubbles.");
    }
  }

  static void setExact(AlarmManager alarms, int type, long time, @Nullable Object operation) {
    requireExact(operation);
  }

  static void setExactAndAllowWhileIdle(
      AlarmManager alarms, int type, long time, @Nullable Object operation) {
    requireExact(operation);
  }

  /** A listener needs no permission. */
  private static void requireExact(@Nullable Object operation) {
    Application app = RuntimeEnvironment.getApplication();
    if (operation instanceof PendingIntent
        && isOfLevel(EXACT)
        && !isGranted(app, "android.permission.SCHEDULE_EXACT_ALARM")
        && !isGranted(app, "android.permission.USE_EXACT_ALARM")) {
      throw new SecurityException(
          "Caller "
              + app.getPackageName()
              + " needs to hold android.permission.SCHEDULE_EXACT_ALARM or"
              + " android.permission.USE_EXACT_ALARM to set exact alarms.");
    }
  }

  static boolean isGranted(Context app, String permission) {
    return app.checkCallingOrSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
  }

  static void registerReceiver(
      Context context, @Nullable BroadcastReceiver receiver, IntentFilter filter) {
    requireExport(context, receiver, filter, 0);
  }

  static void registerReceiver(
      Context context, @Nullable BroadcastReceiver receiver, IntentFilter filter, int flags) {
    requireExport(context, receiver, filter, flags);
  }

  static void registerReceiver(
      Context context,
      @Nullable BroadcastReceiver receiver,
      IntentFilter filter,
      @Nullable String permission,
      @Nullable Handler thread) {
    requireExport(context, receiver, filter, 0);
  }

  static void registerReceiver(
      Context context,
      @Nullable BroadcastReceiver receiver,
      IntentFilter filter,
      @Nullable String permission,
      @Nullable Handler thread,
      int flags) {
    requireExport(context, receiver, filter, flags);
  }

  /** Of {@code registerReceiver} with and without flags. */
  private static void requireExport(
      Context context, @Nullable BroadcastReceiver receiver, IntentFilter filter, int flags) {
    if (receiver == null || (flags & EXPORT) != 0 || !isOfLevel(EXPORTED)) {
      return;
    }
    for (int i = 0; i < filter.countActions(); i++) {
      if (!SystemManifest.isProtected(filter.getAction(i))) {
        throw new SecurityException(
            context.getPackageName()
                + ": One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified when a"
                + " receiver isn't being registered exclusively for system broadcasts");
      }
    }
  }

  /** A window of an activity that has gone, or of none. */
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
    boolean isGone = activity != null && Session.current().activities().isGone(activity);
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
