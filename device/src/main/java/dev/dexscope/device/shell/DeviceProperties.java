package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneSettings;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The properties shown by {@code getprop}. */
public final class DeviceProperties {
  /** The device's name in lists. */
  public static final String MODEL = "Dexscope VM";

  private static final int MOST = 4096;
  private final Map<String, String> values = new TreeMap<>();

  public DeviceProperties() {
    boolean isArm = System.getProperty("os.arch", "").equals("aarch64");
    String abi = isArm ? "arm64-v8a" : "x86_64";
    // The values of the VM's classes (android.os.Build).
    values.put("ro.build.version.release", "11");
    values.put("ro.build.version.sdk", "30");
    values.put("ro.build.version.codename", "REL");
    values.put("ro.build.type", "userdebug");
    values.put("ro.build.characteristics", "emulator");
    values.put("ro.product.name", "dexscope");
    values.put("ro.product.model", MODEL);
    values.put("ro.product.device", "dexscope");
    values.put("ro.product.brand", "dexscope");
    values.put("ro.product.manufacturer", "dexscope");
    values.put("ro.product.cpu.abi", abi);
    values.put("ro.product.cpu.abilist", abi);
    values.put("ro.product.cpu.abilist64", abi);
    values.put("ro.product.locale", "en-US");
    values.put("persist.sys.locale", "en-US");
    values.put("persist.sys.timezone", TimeZone.getDefault().getID());
    values.put("ro.sf.lcd_density", PhoneSettings.physicalScreen().density() + "");
    values.put("ro.hardware", "dexscope");
    values.put("ro.boot.serialno", "dexscope");
    values.put("ro.serialno", "dexscope");
    values.put("ro.debuggable", "1");
    values.put("ro.secure", "1");
    values.put("ro.adb.secure", "1");
    values.put("dev.bootcomplete", "1");
    values.put("sys.boot_completed", "1");
    values.put("init.svc.adbd", "running");
  }

  public synchronized Map<String, String> all() {
    return Map.copyOf(values);
  }

  public synchronized @Nullable String get(String name) {
    return values.get(name);
  }

  /**
   * Sets one.
   *
   * @return false where it is only for reading, or there are too many
   */
  public synchronized boolean set(String name, String value) {
    if (name.startsWith("ro.") || (values.size() >= MOST && !values.containsKey(name))) {
      return false;
    }
    values.put(name, value);
    return true;
  }
}
