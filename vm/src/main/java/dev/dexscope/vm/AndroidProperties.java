package dev.dexscope.vm;

import java.util.HashMap;
import java.util.Map;

/** The system properties by which programs know Android, with the values of Android 11. */
final class AndroidProperties {
  private static final String VENDOR = "The Android Project";
  private static final String URL = "http://www.android.com/";

  static final Map<String, String> FIXED =
      Map.ofEntries(
          Map.entry("java.vm.name", "Dalvik"),
          Map.entry("java.vm.version", "2.1.0"),
          Map.entry("java.vm.vendor", VENDOR),
          Map.entry("java.vm.vendor.url", URL),
          Map.entry("java.vm.specification.name", "Dalvik Virtual Machine Specification"),
          Map.entry("java.vm.specification.vendor", VENDOR),
          Map.entry("java.vm.specification.version", "0.9"),
          Map.entry("java.vendor", VENDOR),
          Map.entry("java.vendor.url", URL),
          Map.entry("java.version", "0"),
          Map.entry("java.class.version", "50.0"),
          Map.entry("java.specification.name", "Dalvik Core Library"),
          Map.entry("java.specification.vendor", VENDOR),
          Map.entry("java.specification.version", "0.9"),
          Map.entry("java.runtime.name", "Android Runtime"),
          Map.entry("java.runtime.version", "0.9"),
          Map.entry("java.compiler", ""),
          Map.entry("java.ext.dirs", ""));

  /** Those that the JDK itself reads: programs see others only where these are theirs alone. */
  private static final Map<String, String> SHOWN =
      Map.of("java.class.path", ".", "java.home", "/system", "user.dir", "/");

  private AndroidProperties() {}

  /** All that programs see, if the process keeps its own. */
  static Map<String, String> all() {
    Map<String, String> all = new HashMap<>(FIXED);
    all.putAll(SHOWN);
    return all;
  }

  /** Sets them; what the JDK itself still reads (java.home, file.encoding, ...) stays. */
  static void set() {
    FIXED.forEach(System::setProperty);
  }
}
