package dev.dexscope.apphost.device.activity;

import android.app.Service;
import android.content.ComponentName;
import android.content.pm.PackageManager;
import android.content.pm.ServiceInfo;
import dev.dexscope.apphost.device.phone.AppRules;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.apphost.device.phone.Replaces;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Services that end themselves, and those that the user is to know of. */
@SuppressWarnings("unused")
public final class OwnService {
  /** The level from which on services in the foreground have a type. */
  private static final int TYPES = 34;

  private static final String MISSING_TYPE = "android.app.MissingForegroundServiceTypeException";

  private OwnService() {}

  @Replaces("android.app.Service")
  static void stopSelf(Service service) {
    stopSelfResult(service, -1);
  }

  @Replaces("android.app.Service")
  static void stopSelf(Service service, int id) {
    stopSelfResult(service, id);
  }

  @Replaces("android.app.Service")
  static boolean stopSelfResult(Service service, int id) {
    return Phone.part(Services.class).stopSelf(service, id);
  }

  @Precedes("android.app.Service")
  static void stopForeground(Service service) {
    Phone.part(Services.class).hidesNotification(service);
  }

  /** Refuses a service whose manifest has no type for it. */
  @Precedes("android.app.Service")
  static void startForeground(Service service) throws PackageManager.NameNotFoundException {
    Phone.part(Services.class).showsNotification(service);
    if (!AppRules.isOfLevel(TYPES)) {
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
