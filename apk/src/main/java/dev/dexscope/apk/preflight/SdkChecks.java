package dev.dexscope.apk.preflight;

import dev.dexscope.apk.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;

/** Checks of the Android versions that a base is made for. */
final class SdkChecks {
  private static final String WRITE_STORAGE = "android.permission.WRITE_EXTERNAL_STORAGE";
  private static final int NATIVE_MULTIDEX = 21;
  private static final int LOWEST_TARGET_OF_ANDROID_15 = 24;
  private static final int SCOPED_STORAGE = 30;
  private static final int LOCAL_NETWORK = 37;

  private SdkChecks() {}

  static List<Finding> of(PackageFile file) {
    Manifest manifest = file.manifest();
    int target = manifest.targetSdk();
    List<Finding> findings = new ArrayList<>();
    if (target < LOWEST_TARGET_OF_ANDROID_15) {
      findings.add(
          new Finding(
              Severity.WARNING,
              "old-target",
              file.name(),
              "its target is "
                  + target
                  + ": Android 14 refuses targets below 23, Android 15 below 24",
              "use adb install --bypass-low-target-sdk-block"));
    }
    if (target >= SCOPED_STORAGE && manifest.permissions().contains(WRITE_STORAGE)) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "storage-permission",
              file.name(),
              "its target is "
                  + target
                  + ": WRITE_EXTERNAL_STORAGE does nothing, no profile can"
                  + " be written to /sdcard",
              "profiles go to the app's own external folder"));
    }
    if (target >= LOCAL_NETWORK) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "local-network",
              file.name(),
              "its target is "
                  + target
                  + ": connections from the local network need"
                  + " ACCESS_LOCAL_NETWORK",
              "use adb forward, which uses loopback"));
    }
    if (manifest.minSdk() < NATIVE_MULTIDEX) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "old-minimum",
              file.name(),
              "it runs on Android below 5, which loads classes.dex only: added code must be"
                  + " there, within its 65,536 methods",
              "set uses-sdk@minSdkVersion=21 where older devices do not matter"));
    }
    return findings;
  }
}
