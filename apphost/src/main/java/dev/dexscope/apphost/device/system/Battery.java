package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.Intent;
import android.os.BatteryManager;
import java.util.Map;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowBatteryManager;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.util.ReflectionHelpers;

/** A full battery that is charged. */
public final class Battery {
  /** The battery's property of that name, in per cent; since level 21. */
  private static final int CAPACITY = 4;

  private Battery() {}

  /** Fills it. */
  static void equip(Application application) {
    ShadowBatteryManager battery = Shadow.extract(application.getSystemService("batterymanager"));
    battery.setIsCharging(true);
    battery.setIntProperty(CAPACITY, 100);
    publish();
  }

  private static void publish() {
    ShadowInstrumentation system = Shadow.extract(ShadowInstrumentation.getInstrumentation());
    // Sending it would print something.
    Map<String, Intent> sticky = ReflectionHelpers.getField(system, "stickyIntents");
    sticky.put(
        Intent.ACTION_BATTERY_CHANGED,
        new Intent(Intent.ACTION_BATTERY_CHANGED)
            .putExtra(BatteryManager.EXTRA_PRESENT, true)
            .putExtra(BatteryManager.EXTRA_LEVEL, 100)
            .putExtra(BatteryManager.EXTRA_SCALE, 100)
            .putExtra(BatteryManager.EXTRA_STATUS, BatteryManager.BATTERY_STATUS_FULL)
            .putExtra(BatteryManager.EXTRA_HEALTH, BatteryManager.BATTERY_HEALTH_GOOD)
            .putExtra(BatteryManager.EXTRA_PLUGGED, BatteryManager.BATTERY_PLUGGED_AC)
            .putExtra(BatteryManager.EXTRA_TECHNOLOGY, "Li-ion")
            .putExtra(BatteryManager.EXTRA_TEMPERATURE, 250)
            .putExtra(BatteryManager.EXTRA_VOLTAGE, 4200));
  }
}
