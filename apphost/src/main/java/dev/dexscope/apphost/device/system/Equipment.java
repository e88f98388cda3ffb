package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.app.Instrumentation;
import android.content.Context;
import android.net.DhcpInfo;
import android.net.wifi.WifiManager;
import dev.dexscope.apphost.device.media.EmptyProvider;
import dev.dexscope.apphost.device.media.MediaProvider;
import dev.dexscope.apps.AppHeap;
import java.util.List;
import java.util.Map;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.shadows.ShadowWifiManager;
import org.robolectric.util.ReflectionHelpers;

/**
 * Equips the phone with all that apps find on every one and rely on, where Robolectric's stand-in
 * has nothing. The values are those of a phone without accounts that lies on a table, as Android's
 * documentation and source have them.
 */
public final class Equipment {
  private Equipment() {}

  /**
   * The device itself, before an app's first class: static fields of apps copy what it is called.
   */
  public static void begin(AppHeap heap) {
    Model.begin(heap);
    Storage.begin();
  }

  /** Makes the parts that the app's first calls of the system find. */
  public static void equip(Application application, AppHeap heap) {
    Battery.equip(application);
    Memory.equip(application, heap);
    Displays.equip(application);
    Storage.equip(application);
    Sensors.equip(application);
    Keyboard.equip(application);
    ShadowWifiManager wifi =
        Shadow.extract((WifiManager) application.getSystemService(Context.WIFI_SERVICE));
    wifi.setDhcpInfo(new DhcpInfo());
    Packages.equip(application);
    EmptyProvider.register(application);
    MediaProvider.register(application);
    UsersSettings.equip(application);
  }

  /**
   * Keeps the parts of the system that Robolectric has in an instrumentation: the permissions, the
   * receivers and the intents that stay. The one of tests takes them over.
   */
  public static void keepSystem(Instrumentation from, Instrumentation to) {
    ShadowInstrumentation before = Shadow.extract(from);
    ShadowInstrumentation after = Shadow.extract(to);
    for (String each : List.of("stickyIntents", "grantedPermissionsMap")) {
      Map<Object, Object> kept = ReflectionHelpers.getField(after, each);
      kept.putAll(ReflectionHelpers.<Map<Object, Object>>getField(before, each));
    }
    List<Object> receivers = ReflectionHelpers.getField(after, "registeredReceivers");
    receivers.addAll(ReflectionHelpers.<List<Object>>getField(before, "registeredReceivers"));
  }
}
