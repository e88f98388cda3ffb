package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.FeatureInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PermissionInfo;
import android.graphics.drawable.Drawable;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.apphost.device.phone.Replaces;
import java.io.File;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowWebView;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The packages, permissions and features of the phone. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class Packages {
  /** The features of a phone with a touch screen; the constants of {@code PackageManager}. */
  private static final List<String> FEATURES =
      List.of(
          "android.hardware.touchscreen",
          "android.hardware.touchscreen.multitouch",
          "android.hardware.touchscreen.multitouch.distinct",
          "android.hardware.faketouch",
          "android.hardware.screen.portrait",
          "android.hardware.screen.landscape",
          "android.hardware.wifi",
          "android.hardware.microphone",
          "android.hardware.audio.output",
          "android.hardware.location",
          "android.hardware.location.gps",
          "android.hardware.location.network",
          "android.hardware.sensor.accelerometer",
          "android.hardware.sensor.compass",
          "android.hardware.sensor.gyroscope",
          "android.hardware.sensor.light",
          "android.hardware.sensor.proximity",
          "android.software.app_widgets",
          "android.software.home_screen",
          "android.software.input_methods",
          "android.software.live_wallpaper",
          "android.software.webview");

  private Packages() {}

  /** Makes a permission of the platform's known. */
  @Precedes("android.app.ApplicationPackageManager")
  static void getPermissionInfo(PackageManager packages, String name) {
    PermissionInfo found = SystemManifest.permission(name);
    if (found != null) {
      ShadowPackageManager shadow = Shadow.extract(packages);
      shadow.addPermissionInfo(found);
    }
  }

  /** Returns an app's icon, which Robolectric has only where a test has set one. */
  @Replaces("android.app.ApplicationPackageManager")
  static Drawable getApplicationIcon(Object packages, String name)
      throws PackageManager.NameNotFoundException {
    var manager = (PackageManager) packages;
    return manager.getApplicationInfo(name, 0).loadIcon(manager);
  }

  /** Finds activities also by the type that a provider gives the data, as the system does. */
  @Replaces("android.app.ApplicationPackageManager")
  static @Nullable Object queryIntentActivities(Object packages, Intent intent, int flags) {
    return shadowed(packages, "queryIntentActivities", intent, flags);
  }

  /** Finds an activity in the same way. */
  @Replaces("android.app.ApplicationPackageManager")
  static @Nullable Object resolveActivity(Object packages, Intent intent, int flags) {
    return shadowed(packages, "resolveActivity", intent, flags);
  }

  private static @Nullable Object shadowed(
      Object packages, String method, Intent intent, int flags) {
    return ReflectionHelpers.callInstanceMethod(
        Shadow.extract(packages),
        method,
        ClassParameter.from(Intent.class, typed(intent)),
        ClassParameter.from(int.class, flags));
  }

  private static Intent typed(Intent intent) {
    if (intent.getComponent() != null || intent.getType() != null || intent.getData() == null) {
      return intent;
    }
    String type = intent.resolveType(RuntimeEnvironment.getApplication().getContentResolver());
    return type == null ? intent : new Intent(intent).setDataAndType(intent.getData(), type);
  }

  /** Installs what each phone has, and the app. */
  static void equip(Application application) {
    ShadowPackageManager packages = Shadow.extract(application.getPackageManager());
    for (String each : FEATURES) {
      packages.setSystemFeature(each, true);
      var feature = new FeatureInfo();
      feature.name = each;
      packages.addSystemAvailableFeature(feature);
    }
    String name = application.getPackageName();
    PackageInfo info = packages.getInternalMutablePackageInfo(name);
    // The app was installed when its file was written.
    long installed = new File(info.applicationInfo.sourceDir).lastModified();
    info.firstInstallTime = installed;
    info.lastUpdateTime = installed;
    packages.setInstallSourceInfo(name, null, null);
    installBrowser(packages);
    PhoneApps.install(packages);
  }

  private static void installBrowser(ShadowPackageManager packages) {
    var browser = new PackageInfo();
    browser.packageName = "com.google.android.webview";
    browser.versionName = "124.0.6367.219";
    browser.versionCode = 636_721_900;
    browser.applicationInfo = new ApplicationInfo();
    browser.applicationInfo.packageName = browser.packageName;
    browser.applicationInfo.flags = ApplicationInfo.FLAG_SYSTEM;
    packages.installPackage(browser);
    ReflectionHelpers.callStaticMethod(
        ShadowWebView.class,
        "setCurrentWebViewPackage",
        ClassParameter.from(PackageInfo.class, browser));
  }
}
