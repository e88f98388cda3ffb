package dev.dexscope.inject;

import dev.dexscope.apk.manifest.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands that get a profile of an injected app from a device, for this app.
 *
 * <pre>{@code
 * DeviceSteps.of(manifest, DeviceSteps.installPackage(apk), false).forEach(System.out::println);
 * }</pre>
 */
public final class DeviceSteps {
  private static final String PORT = "6113";

  private DeviceSteps() {}

  /** A package that needs no other. */
  public static String installPackage(Path apk) {
    return "adb install " + quoted(apk.toString());
  }

  /** Packages in a folder, all of one app. */
  public static String installFolder(Path folder) {
    return "adb install-multiple " + quoted(folder.toString()) + "/*.apk";
  }

  /** Packages in an archive. */
  public static String installSet(Path archive) {
    return "unzip "
        + quoted(archive.toString())
        + " '*.apk' -d packages && adb install-multiple packages/*.apk";
  }

  /** A bundle, of which packages for the device are made. */
  public static String installBundle(Path bundle) {
    return "bundletool build-apks --connected-device --bundle="
        + quoted(bundle.toString())
        + " --output=app.apks && bundletool install-apks --apks=app.apks";
  }

  /**
   * The lines in their order.
   *
   * @param manifest of the app's base, as it is installed
   * @param install how it is installed
   * @param hasTrace whether it writes a trace too
   */
  public static List<String> of(Manifest manifest, String install, boolean hasTrace) {
    return of(
        manifest,
        install,
        hasTrace
            ? "dexscope report profiles/dexscope.0.calls"
            : "cd profiles && pprof   # TAU's; inject --trace records a trace for dexscope report");
  }

  /**
   * The lines of an app that reports what is reached of it.
   *
   * @param install how it is installed
   * @param original the file that it was made of
   */
  public static List<String> ofCoverage(Manifest manifest, String install, Path original) {
    return of(
        manifest,
        install,
        "dexscope coverage " + quoted(original.toString()) + " --places profiles");
  }

  private static List<String> of(Manifest manifest, String install, String report) {
    String app = quoted(manifest.packageName());
    List<String> lines = new ArrayList<>();
    lines.add("adb uninstall " + app + "   # where it is with another key; deletes its data");
    lines.add(
        manifest.isTestOnly() ? install.replaceFirst("(install(-multiple)?) ", "$1 -t ") : install);
    lines.add(start(manifest, app));
    lines.add("adb forward tcp:" + PORT + " tcp:" + PORT);
    lines.add("echo DUMP | nc localhost " + PORT + "   # when the measured part has ended");
    if (manifest.isDebuggable()) {
      lines.add(
          "mkdir -p profiles && adb exec-out run-as "
              + app
              + " tar c -C files . | tar x -C profiles   # where the answer names /data");
    }
    lines.add(
        "adb pull "
            + quoted("/sdcard/Android/data/" + manifest.packageName() + "/files")
            + " profiles");
    lines.add(report);
    return lines;
  }

  private static String start(Manifest manifest, String app) {
    String activity = manifest.launcherActivity();
    return activity.isEmpty()
        ? "adb shell monkey -p " + app + " 1   # it has no launcher activity: start it as you do"
        : "adb shell am start -n " + quoted(manifest.packageName() + "/" + activity);
  }

  /** Quotes for a shell; names are input from the app. */
  private static String quoted(String text) {
    return text.matches("[\\w./:@%+=-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
