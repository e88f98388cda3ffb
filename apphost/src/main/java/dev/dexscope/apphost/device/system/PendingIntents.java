package dev.dexscope.apphost.device.system;

import android.content.Context;
import dev.dexscope.apphost.device.phone.AppRules;
import dev.dexscope.apphost.device.phone.Precedes;
import org.robolectric.RuntimeEnvironment;

/** Requests for others to act in the name of the app. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class PendingIntents {
  /** The level from which on pending intents state whether others may change them. */
  private static final int MUTABILITY = 31;

  /** {@code FLAG_IMMUTABLE} and {@code FLAG_MUTABLE}. */
  private static final int EITHER = 1 << 26 | 1 << 25;

  private PendingIntents() {}

  @Precedes("android.app.PendingIntent")
  static void getActivities(Context context, int code, Object intents, int flags) {
    requireMutability(flags);
  }

  @Precedes("android.app.PendingIntent")
  static void getActivity(Context context, int code, Object intent, int flags) {
    requireMutability(flags);
  }

  @Precedes("android.app.PendingIntent")
  static void getBroadcast(Context context, int code, Object intent, int flags) {
    requireMutability(flags);
  }

  @Precedes("android.app.PendingIntent")
  static void getForegroundService(Context context, int code, Object intent, int flags) {
    requireMutability(flags);
  }

  @Precedes("android.app.PendingIntent")
  static void getService(Context context, int code, Object intent, int flags) {
    requireMutability(flags);
  }

  private static void requireMutability(int flags) {
    if ((flags & EITHER) == 0 && AppRules.isOfLevel(MUTABILITY)) {
      throw new IllegalArgumentException(
          RuntimeEnvironment.getApplication().getPackageName()
              + ": Targeting S+ (version 31 and above) requires that one of FLAG_IMMUTABLE or"
              + " FLAG_MUTABLE be specified when creating a PendingIntent.\n"
              + "Strongly consider using FLAG_IMMUTABLE, only use FLAG_MUTABLE if some"
              + " functionality depends on the PendingIntent being mutable, e.g. if it needs to be"
              + " used with inline replies or bubbles.");
    }
  }
}
