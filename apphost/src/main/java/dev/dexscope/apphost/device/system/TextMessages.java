package dev.dexscope.apphost.device.system;

import android.app.Application;
import dev.dexscope.apphost.device.phone.AppRules;
import dev.dexscope.apphost.device.phone.Precedes;
import org.robolectric.RuntimeEnvironment;

/** Text messages, which nobody receives. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class TextMessages {
  private TextMessages() {}

  @Precedes("android.telephony.SmsManager")
  static void sendTextMessage(Object manager) {
    requirePermission();
  }

  @Precedes("android.telephony.SmsManager")
  static void sendMultipartTextMessage(Object manager) {
    requirePermission();
  }

  @Precedes("android.telephony.SmsManager")
  static void sendDataMessage(Object manager) {
    requirePermission();
  }

  private static void requirePermission() {
    Application app = RuntimeEnvironment.getApplication();
    if (!AppRules.isGranted(app, "android.permission.SEND_SMS")) {
      throw new SecurityException(
          "Sending SMS message: uid "
              + app.getApplicationInfo().uid
              + " does not have android.permission.SEND_SMS.");
    }
  }
}
