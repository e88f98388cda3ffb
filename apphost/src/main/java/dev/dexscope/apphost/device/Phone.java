package dev.dexscope.apphost.device;

import android.app.ActivityManager;
import android.app.Application;
import android.app.Instrumentation;
import android.content.ContentResolver;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.ConfigurationInfo;
import android.content.pm.FeatureInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.graphics.drawable.Drawable;
import android.hardware.Sensor;
import android.net.DhcpInfo;
import android.net.wifi.WifiManager;
import android.os.BatteryManager;
import android.os.Build;
import android.os.Process;
import android.provider.Settings;
import android.view.inputmethod.InputMethodInfo;
import android.view.inputmethod.InputMethodManager;
import dev.dexscope.apps.PhoneProperties;
import dev.dexscope.vm.Vm;
import java.io.File;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.fakes.RoboWebSettings;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.SensorBuilder;
import org.robolectric.shadows.ShadowActivityManager;
import org.robolectric.shadows.ShadowBatteryManager;
import org.robolectric.shadows.ShadowBuild;
import org.robolectric.shadows.ShadowEnvironment;
import org.robolectric.shadows.ShadowInputMethodManager;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowSensorManager;
import org.robolectric.shadows.ShadowStatFs;
import org.robolectric.shadows.ShadowStorageManager;
import org.robolectric.shadows.ShadowSystemProperties;
import org.robolectric.shadows.ShadowUIModeManager;
import org.robolectric.shadows.ShadowWebView;
import org.robolectric.shadows.ShadowWifiManager;
import org.robolectric.shadows.StorageVolumeBuilder;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * What apps find on every phone and rely on, where Robolectric's stand-in has nothing: a full
 * battery, memory, sensors, settings, features. The values are those of a phone without accounts
 * that lies on a table, as Android's documentation and source have them.
 */
final class Phone {
  /** The same in each run: apps name their user by it. */
  private static final String ID = "5d1c93aa07e2b846";

  /** The battery's property of that name, in per cent; since level 21. */
  private static final int CAPACITY = 4;

  /** Bytes. */
  static final long MEMORY = 4L << 30;

  /** OpenGL ES 3.2, as in {@code glEsVersion}. */
  private static final int GL = 0x30002;

  /** Blocks of {@link ShadowStatFs#BLOCK_SIZE} bytes: 64 GB, and half of them free. */
  static final int BLOCKS = 16 << 20;

  /** Bytes of an app's cache that the system leaves alone. */
  private static final long CACHE = 64L << 20;

  private static final String KEYBOARD = "com.android.inputmethod.latin";

  /** What a phone with a touch screen has; the constants of {@code PackageManager}. */
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

  /** The sensors by their types, with their names and ranges. */
  private static final Map<Integer, Map.Entry<String, Float>> SENSORS =
      Map.of(
          Sensor.TYPE_ACCELEROMETER, Map.entry("Accelerometer", 39.2f),
          Sensor.TYPE_MAGNETIC_FIELD, Map.entry("Magnetic field sensor", 2000f),
          Sensor.TYPE_GYROSCOPE, Map.entry("Gyroscope", 17.5f),
          Sensor.TYPE_LIGHT, Map.entry("Light sensor", 40000f),
          Sensor.TYPE_PROXIMITY, Map.entry("Proximity sensor", 5f),
          Sensor.TYPE_GRAVITY, Map.entry("Gravity sensor", 39.2f),
          Sensor.TYPE_LINEAR_ACCELERATION, Map.entry("Linear acceleration sensor", 39.2f),
          Sensor.TYPE_ROTATION_VECTOR, Map.entry("Rotation vector sensor", 1f));

  /** The defaults of Android's own provider of settings. */
  private static final Map<String, String> SYSTEM =
      Map.of(
          "screen_brightness", "102",
          "screen_brightness_mode", "0",
          "screen_off_timeout", "60000",
          "accelerometer_rotation", "1",
          "haptic_feedback_enabled", "1",
          "sound_effects_enabled", "1",
          "dtmf_tone", "1",
          "font_scale", "1.0",
          "volume_music", "5",
          "volume_ring", "5");

  private static final Map<String, String> SECURE =
      Map.of(
          "android_id", ID,
          "default_input_method", KEYBOARD + "/.LatinIME",
          "enabled_input_methods", KEYBOARD + "/.LatinIME",
          "user_setup_complete", "1",
          "accessibility_enabled", "0",
          "touch_exploration_enabled", "0",
          "install_non_market_apps", "0",
          "location_mode", "3");

  private static final Map<String, String> GLOBAL =
      Map.ofEntries(
          Map.entry("device_provisioned", "1"),
          Map.entry("airplane_mode_on", "0"),
          Map.entry("auto_time", "1"),
          Map.entry("auto_time_zone", "1"),
          Map.entry("adb_enabled", "0"),
          Map.entry("development_settings_enabled", "0"),
          Map.entry("stay_on_while_plugged_in", "0"),
          Map.entry("window_animation_scale", "1.0"),
          Map.entry("transition_animation_scale", "1.0"),
          Map.entry("animator_duration_scale", "1.0"),
          Map.entry("device_name", PhoneProperties.MODEL));

  private Phone() {}

  /**
   * The device itself, before an app's first class: static fields of apps copy what it is called.
   */
  static void begin() {
    // By its name: our own class of that name has a constant, which the compiler would copy.
    String release = ReflectionHelpers.getStaticField(Build.VERSION.class, "RELEASE");
    ShadowBuild.setManufacturer(PhoneProperties.MAKER);
    ShadowBuild.setBrand(PhoneProperties.MAKER);
    ShadowBuild.setModel(PhoneProperties.MODEL);
    ShadowBuild.setDevice(PhoneProperties.DEVICE);
    ShadowBuild.setProduct(PhoneProperties.DEVICE);
    ShadowBuild.setBoard(PhoneProperties.DEVICE);
    ShadowBuild.setHardware(PhoneProperties.DEVICE);
    ShadowBuild.setId(PhoneProperties.BUILD);
    ReflectionHelpers.setStaticField(Build.class, "TIME", PhoneProperties.BUILT * 1000);
    ShadowBuild.setType("user");
    ShadowBuild.setTags("release-keys");
    ShadowBuild.setFingerprint(PhoneProperties.fingerprint(release));
    // By which apps name themselves to servers.
    System.setProperty(
        "http.agent", "Dalvik/2.1.0 (Linux; U; Android " + release + "; " + build() + ")");
    RoboWebSettings.setDefaultUserAgentOverride(agent(release));
    PhoneProperties.of(RuntimeEnvironment.getApiLevel()).forEach(ShadowSystemProperties::override);
    ShadowStatFs.registerStats("/", BLOCKS, BLOCKS / 2, BLOCKS / 2);
  }

  private static String build() {
    return PhoneProperties.MODEL + " Build/" + PhoneProperties.BUILD;
  }

  /** The name of the browser in a {@code WebView}. */
  private static String agent(String release) {
    return "Mozilla/5.0 (Linux; Android "
        + release
        + "; "
        + build()
        + "; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.219 Mobile"
        + " Safari/537.36";
  }

  /** Called by {@link CallSites} for the method of {@code StorageManager}. */
  @SuppressWarnings("unused")
  static long getAllocatableBytes(Object storage) {
    return (long) BLOCKS / 2 * ShadowStatFs.BLOCK_SIZE;
  }

  /** Called by {@link CallSites} for the method of {@code StorageManager}. */
  @SuppressWarnings("unused")
  static long getCacheQuotaBytes(Object storage) {
    return CACHE;
  }

  /** Called by {@link CallSites} for the method of {@code Display}: the mode that it is in. */
  @SuppressWarnings("unused")
  static Object getSupportedModes(Object display) {
    Object mode = ReflectionHelpers.callInstanceMethod(display, "getMode");
    Object modes = Array.newInstance(mode.getClass(), 1);
    Array.set(modes, 0, mode);
    return modes;
  }

  /** What the app's first calls of the system find. */
  static void equip(Application application) {
    keepBattery();
    ContentResolver resolver = application.getContentResolver();
    SYSTEM.forEach((name, value) -> Settings.System.putString(resolver, name, value));
    SECURE.forEach((name, value) -> Settings.Secure.putString(resolver, name, value));
    // android.provider.Settings.Global, since level 17.
    Class<?> global =
        ReflectionHelpers.loadClass(
            Phone.class.getClassLoader(), "android.provider.Settings$Global");
    GLOBAL.forEach((name, value) ->
        ReflectionHelpers.callStaticMethod(
            global,
            "putString",
            ClassParameter.from(ContentResolver.class, resolver),
            ClassParameter.from(String.class, name),
            ClassParameter.from(String.class, value)));
    equipMemory(application);
    equipStorage(application);
    equipHardware(application);
    equipPackages(application);
    EmptyProvider.register(application);
    MediaProvider.register(application);
    UsersSettings.close();
  }

  /**
   * What Robolectric has of the system in an instrumentation: the permissions, the receivers and
   * the intents that stay. The one of tests takes them over.
   */
  static void keepSystem(Instrumentation from, Instrumentation to) {
    ShadowInstrumentation before = Shadow.extract(from);
    ShadowInstrumentation after = Shadow.extract(to);
    for (String each : List.of("stickyIntents", "grantedPermissionsMap")) {
      Map<Object, Object> kept = ReflectionHelpers.getField(after, each);
      kept.putAll(ReflectionHelpers.<Map<Object, Object>>getField(before, each));
    }
    List<Object> receivers = ReflectionHelpers.getField(after, "registeredReceivers");
    receivers.addAll(ReflectionHelpers.<List<Object>>getField(before, "registeredReceivers"));
  }

  private static void keepBattery() {
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

  /** Returns an app's icon, which Robolectric has only where a test has set one. */
  @SuppressWarnings("unused") // By a call site of the framework.
  static Drawable icon(Object packages, String name) throws PackageManager.NameNotFoundException {
    var manager = (PackageManager) packages;
    return manager.getApplicationInfo(name, 0).loadIcon(manager);
  }

  private static void equipMemory(Application application) {
    var memory = new ActivityManager.MemoryInfo();
    memory.totalMem = MEMORY;
    memory.availMem = MEMORY / 2;
    ShadowActivityManager activities =
        Shadow.extract(application.getSystemService(Context.ACTIVITY_SERVICE));
    activities.setMemoryInfo(memory);
    activities.setMemoryClass(PhoneProperties.HEAP);
    var configuration = new ConfigurationInfo();
    configuration.reqGlEsVersion = GL;
    configuration.reqTouchScreen = Configuration.TOUCHSCREEN_FINGER;
    activities.setDeviceConfigurationInfo(configuration);
    boolean isLarge =
        (application.getApplicationInfo().flags & ApplicationInfo.FLAG_LARGE_HEAP) != 0;
    Vm.limitHeap((long) PhoneProperties.HEAP << (isLarge ? 21 : 20));
  }

  /** The shared storage, which is part of the phone's own. */
  private static void equipStorage(Application application) {
    ShadowEnvironment.setIsExternalStorageEmulated(true);
    File folder = android.os.Environment.getExternalStorageDirectory();
    // android.os.UserHandle, since level 17.
    Class<?> user =
        ReflectionHelpers.loadClass(Phone.class.getClassLoader(), "android.os.UserHandle");
    StorageVolumeBuilder volume =
        ReflectionHelpers.callConstructor(
            StorageVolumeBuilder.class,
            ClassParameter.from(String.class, "emulated;0"),
            ClassParameter.from(File.class, folder),
            ClassParameter.from(String.class, "Internal shared storage"),
            ClassParameter.from(
                user, ReflectionHelpers.callStaticMethod(Process.class, "myUserHandle")),
            ClassParameter.from(String.class, android.os.Environment.MEDIA_MOUNTED));
    Object storage = application.getSystemService("storage");
    ShadowStorageManager volumes = Shadow.extract(storage);
    ReflectionHelpers.callInstanceMethod(
        volumes,
        "addStorageVolume",
        ClassParameter.from(
            ReflectionHelpers.loadClass(
                Phone.class.getClassLoader(), "android.os.storage.StorageVolume"),
            ReflectionHelpers.callInstanceMethod(
                volume.setIsPrimary(true).setIsEmulated(true), "build")));
  }

  private static void equipHardware(Application application) {
    ShadowSensorManager sensors =
        Shadow.extract(application.getSystemService(Context.SENSOR_SERVICE));
    SENSORS.forEach((type, figures) ->
        sensors.addSensor(
            SensorBuilder.newBuilder()
                .setType(type)
                .setName(figures.getKey())
                .setMaximumRange(figures.getValue())
                .setMinDelay(10_000)
                .build()));
    ShadowBatteryManager battery = Shadow.extract(application.getSystemService("batterymanager"));
    battery.setIsCharging(true);
    battery.setIntProperty(CAPACITY, 100);
    ShadowUIModeManager mode =
        Shadow.extract(application.getSystemService(Context.UI_MODE_SERVICE));
    mode.setCurrentModeType(Configuration.UI_MODE_TYPE_NORMAL);
    ShadowWifiManager wifi =
        Shadow.extract((WifiManager) application.getSystemService(Context.WIFI_SERVICE));
    wifi.setDhcpInfo(new DhcpInfo());
    ShadowInputMethodManager keyboards =
        Shadow.extract(
            (InputMethodManager) application.getSystemService(Context.INPUT_METHOD_SERVICE));
    var keyboard = new InputMethodInfo(KEYBOARD, KEYBOARD + ".LatinIME", "Keyboard", null);
    keyboards.setInputMethodInfoList(List.of(keyboard));
    keyboards.setEnabledInputMethodInfoList(List.of(keyboard));
  }

  private static void equipPackages(Application application) {
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
