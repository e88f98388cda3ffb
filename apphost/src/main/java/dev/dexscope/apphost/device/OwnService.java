package dev.dexscope.apphost.device;

import android.app.Service;
import android.content.ComponentName;
import android.content.pm.PackageManager;
import android.content.pm.ServiceInfo;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * Services that end themselves, and those that the user is to know of: {@link CallSites} calls
 * these methods for those of {@code Service}.
 */
@SuppressWarnings("unused")
final class OwnService {
  /** The level from which on services in the foreground have a type. */
  private static final int TYPES = 34;

  private static final String MISSING_TYPE = "android.app.MissingForegroundServiceTypeException";

  private OwnService() {}

  static void stopSelf(Service service) {
    stopSelfResult(service, -1);
  }

  static void stopSelf(Service service, int id) {
    stopSelfResult(service, id);
  }

  static boolean stopSelfResult(Service service, int id) {
    return Session.current().services().stopSelf(service, id);
  }

  /** Refuses a service whose manifest has no type for it. */
  static void startForeground(Service service) throws PackageManager.NameNotFoundException {
    if (!Refusals.isOfLevel(TYPES)) {
      return;
    }
    ServiceInfo info =
        service
            .getPackageManager()
            .getServiceInfo(new ComponentName(service, service.getClass()), 0);
    int type = ReflectionHelpers.callInstanceMethod(info, "getForegroundServiceType");
    if (type == 0) {
      RuntimeException refused =
          ReflectionHelpers.callConstructor(
              ReflectionHelpers.loadClass(Service.class.getClassLoader(), MISSING_TYPE)
                  .asSubclass(RuntimeException.class),
              ClassParameter.from(
                  String.class,
                  "Starting FGS without a type targetSDK="
                      + service.getApplicationInfo().targetSdkVersion
                      + " service="
                      + service));
      throw refused;
    }
  }
}
