package dev.dexscope.apps;

import java.util.Map;
import java.util.TreeMap;

/**
 * The names and figures of the phone, as {@code getprop} prints them and {@code Build} has them.
 */
public final class PhoneProperties {
  public static final String MAKER = "Dexscope";
  public static final String MODEL = "Dexscope VM";
  public static final String DEVICE = "dexscope";

  /** Of the build, as the framework's jar has it. */
  public static final String BUILD = "AP3A.240905.015";

  /** 2024-09-05, in seconds since the epoch. */
  public static final long BUILT = 1_725_494_400;

  /** What native libraries are built for: those that run here, or else those of most phones. */
  public static final String ABI =
      System.getProperty("os.arch").equals("aarch64") ? "arm64-v8a" : "x86_64";

  /** From this level on the version is that of level 33 and more. */
  private static final int THIRTEEN = 33;

  private PhoneProperties() {}

  /** Returns the properties by their names. */
  public static Map<String, String> of(int level, AppHeap heap) {
    // There are two levels of Android 12.
    String release = String.valueOf(level < THIRTEEN ? level - 19 : level - 20);
    var all = new TreeMap<String, String>();
    all.put("dalvik.vm.heapgrowthlimit", heap.limit(false) + "m");
    all.put("dalvik.vm.heapsize", heap.limit(true) + "m");
    all.put("persist.sys.timezone", java.util.TimeZone.getDefault().getID());
    all.put("ro.build.characteristics", "default");
    all.put("ro.build.date.utc", String.valueOf(BUILT));
    all.put("ro.build.display.id", BUILD);
    all.put("ro.build.fingerprint", fingerprint(release));
    all.put("ro.build.id", BUILD);
    all.put("ro.build.tags", "release-keys");
    all.put("ro.build.type", "user");
    all.put("ro.build.version.codename", "REL");
    all.put("ro.build.version.release", release);
    all.put("ro.build.version.sdk", String.valueOf(level));
    all.put("ro.debuggable", "0");
    all.put("ro.hardware", DEVICE);
    all.put("ro.product.board", DEVICE);
    all.put("ro.product.brand", MAKER);
    all.put("ro.product.cpu.abi", ABI);
    all.put("ro.product.cpu.abilist", ABI);
    all.put("ro.product.cpu.abilist32", "");
    all.put("ro.product.cpu.abilist64", ABI);
    all.put("ro.product.device", DEVICE);
    all.put("ro.product.manufacturer", MAKER);
    all.put("ro.product.model", MODEL);
    all.put("ro.product.name", DEVICE);
    all.put("ro.secure", "1");
    return all;
  }

  /** Libraries take a device whose fingerprint is Robolectric's for a unit test. */
  public static String fingerprint(String release) {
    String device = DEVICE + ":" + release;
    return String.join("/", MAKER, DEVICE, device, BUILD, "1:user", "release-keys");
  }
}
