package dev.dexscope.apphost.device;

import android.app.ActivityManager;
import android.app.Application;
import android.content.Context;
import android.content.Intent;
import android.os.BatteryManager;
import android.provider.Settings;
import dev.dexscope.apphost.AppManifest;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.libcore.ProcessIdentity;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.ConscryptMode;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.LooperMode;
import org.robolectric.annotation.SQLiteMode;
import org.robolectric.annotation.experimental.LazyApplication;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.pluginapi.config.ConfigurationStrategy.Configuration;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivityManager;
import org.robolectric.shadows.ShadowEnvironment;
import org.robolectric.shadows.ShadowInstrumentation;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowMediaPlayer.MediaInfo;
import org.robolectric.shadows.ShadowProcess;
import org.robolectric.util.ReflectionHelpers;

/** The device that the app finds: its screen, and what is native in it. */
final class Environment {
  /** A phone of 411 x 731 points, with 2.6 pixels each. */
  private static final String SCREEN = "w411dp-h731dp-port-420dpi";

  /** The same in each run: apps name their user by it. */
  private static final String ID = "5d1c93aa07e2b846";

  /** Bytes. */
  private static final long MEMORY = 4L << 30;

  /** The heap of an app in megabytes, as on a phone of that memory. */
  private static final int HEAP = 256;

  private Environment() {}

  /** Makes it; there is no application yet. */
  @SuppressWarnings("deprecation") // See RobolectricSandbox.
  static void setUp(AndroidSandbox sandbox, AppManifest manifest, String name, Path files)
      throws IOException {
    Thread.currentThread().setContextClassLoader(Environment.class.getClassLoader());
    Map<Class<?>, Object> modes =
        Map.of(
            ConscryptMode.Mode.class, ConscryptMode.Mode.OFF,
            LooperMode.Mode.class, LooperMode.Mode.PAUSED,
            LazyApplication.LazyLoad.class, LazyApplication.LazyLoad.ON,
            GraphicsMode.Mode.class, GraphicsMode.Mode.NATIVE,
            SQLiteMode.Mode.class, SQLiteMode.Mode.NATIVE,
            Config.class, new Config.Builder().setQualifiers(SCREEN).build());
    ProcessIdentity identity = ProcessIdentity.own();
    ShadowProcess.setPid((int) ProcessHandle.current().pid());
    ShadowProcess.setUid(identity.uid());
    sandbox.getTestEnvironment().setUpApplicationState("dexscope", new Modes(modes), manifest);
    keepFiles(name, files);
    mountCard();
    ShadowMediaPlayer.setMediaInfoProvider(source -> media());
  }

  /** What every device has, and apps rely on: a full battery, memory, an id, empty providers. */
  static void equip(Application application) {
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
    Settings.Secure.putString(application.getContentResolver(), Settings.Secure.ANDROID_ID, ID);
    var memory = new ActivityManager.MemoryInfo();
    memory.totalMem = MEMORY;
    memory.availMem = MEMORY / 2;
    ShadowActivityManager activities =
        Shadow.extract(application.getSystemService(Context.ACTIVITY_SERVICE));
    activities.setMemoryInfo(memory);
    activities.setMemoryClass(HEAP);
    EmptyProvider.register();
  }

  /** There is no sound and no video: whatever an app plays is a second of nothing. */
  private static MediaInfo media() {
    Session.current().happened(Kind.ABSENT, "MediaPlayer: plays a second of nothing");
    return new MediaInfo();
  }

  /** A device's own folder, where one has started this process. */
  private static void mountCard() {
    String shared = System.getenv("EXTERNAL_STORAGE");
    File card;
    if (shared == null) {
      card = ShadowEnvironment.addExternalDir("sdcard");
    } else {
      card = new File(shared);
      ShadowEnvironment.setExternalStorageDirectory(card.toPath());
      ShadowEnvironment.setExternalStoragePublicDirectory(card.toPath());
    }
    ShadowEnvironment.setExternalStorageState(card, android.os.Environment.MEDIA_MOUNTED);
  }

  /** Robolectric makes an app's folders in a temporary one, unless they are there. */
  private static void keepFiles(String name, Path files) throws IOException {
    Path base = RuntimeEnvironment.getTempDirectory().getBasePath();
    for (String each : List.of(name + "-dataDir", "userDataDir", "deviceDataDir")) {
      String own = each.endsWith("-dataDir") ? "app" : each;
      Path kept = Files.createDirectories(files.resolve(own));
      Files.createSymbolicLink(base.resolve(each), kept);
    }
  }

  private record Modes(Map<Class<?>, Object> map) implements Configuration {
    @Override
    public <T> T get(Class<T> type) {
      return Objects.requireNonNull(type.cast(map.get(type)));
    }

    @Override
    public Collection<Class<?>> keySet() {
      return map.keySet();
    }
  }
}
