package dev.dexscope.apphost.device;

import android.app.Application;
import android.content.pm.PackageInfo;
import dev.dexscope.apphost.AppManifest;
import dev.dexscope.apphost.device.media.PlayedMedia;
import dev.dexscope.apphost.device.system.AppTls;
import dev.dexscope.apphost.device.system.Equipment;
import dev.dexscope.apphost.device.system.UsersSettings;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.libcore.ProcessIdentity;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
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
import org.robolectric.shadows.ShadowEnvironment;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowMediaPlayer.InvalidStateBehavior;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowProcess;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** The device that the app finds: its screen, and what is native in it. */
final class Environment {
  /** The framework's field of what it knows of the app. */
  @ForType(className = "android.app.ContextImpl")
  interface AppContext {
    /** Returns it. */
    @Accessor("mPackageInfo")
    Object getPackage();
  }

  /** The framework's fields of the app's folder. */
  @ForType(className = "android.app.LoadedApk")
  interface LoadedApk {
    /** Changes its name. */
    @Accessor("mDataDir")
    void setFolder(String name);

    /** Changes it. */
    @Accessor("mDataDirFile")
    void setFolderFile(File folder);

    /** Changes the one that is the same on a phone that is unlocked. */
    @Accessor("mCredentialProtectedDataDirFile")
    void setCredentialFolder(File folder);

    /** Changes the one that is there before that. */
    @Accessor("mDeviceProtectedDataDirFile")
    void setEarlyFolder(File folder);
  }

  /** Of level 24. */
  private static final String EARLY_FOLDER = "deviceProtectedDataDir";

  private Environment() {}

  /** Makes it; there is no application yet. */
  @SuppressWarnings("deprecation") // See RobolectricSandbox.
  static void setUp(AndroidSandbox sandbox, AppManifest manifest, AppRequest request)
      throws IOException {
    Thread.currentThread().setContextClassLoader(Environment.class.getClassLoader());
    String screen = UsersSettings.current().qualifiers();
    Map<Class<?>, Object> modes =
        Map.of(
            ConscryptMode.Mode.class, ConscryptMode.Mode.OFF,
            LooperMode.Mode.class, LooperMode.Mode.PAUSED,
            LazyApplication.LazyLoad.class, LazyApplication.LazyLoad.ON,
            GraphicsMode.Mode.class, GraphicsMode.Mode.NATIVE,
            SQLiteMode.Mode.class, SQLiteMode.Mode.NATIVE,
            Config.class, new Config.Builder().setQualifiers(screen).build());
    ProcessIdentity identity = ProcessIdentity.own();
    ShadowProcess.setPid((int) ProcessHandle.current().pid());
    ShadowProcess.setUid(identity.uid());
    Equipment.begin(request.heap());
    AppTls.install();
    sandbox.getTestEnvironment().setUpApplicationState("dexscope", new Modes(modes), manifest);
    keepFiles(manifest.packageName(), request);
    mountCard();
    ShadowMediaPlayer.setMediaInfoProvider(source -> PlayedMedia.next());
    ShadowMediaPlayer.setCreateListener(
        (player, shadow) -> shadow.setInvalidStateBehavior(InvalidStateBehavior.EMULATE));
  }

  /** A device's own folder, where one has started this process. */
  private static void mountCard() throws IOException {
    String shared = System.getenv("EXTERNAL_STORAGE");
    File card;
    if (shared == null) {
      card = ShadowEnvironment.addExternalDir("sdcard");
    } else {
      // On a phone the variable names a link.
      card = new File(shared).getCanonicalFile();
      ShadowEnvironment.setExternalStorageDirectory(card.toPath());
      ShadowEnvironment.setExternalStoragePublicDirectory(card.toPath());
      ShadowEnvironment.addExternalDir(card.getPath());
    }
    ShadowEnvironment.setExternalStorageState(android.os.Environment.MEDIA_MOUNTED);
    ShadowEnvironment.setExternalStorageState(card, android.os.Environment.MEDIA_MOUNTED);
  }

  /** Robolectric makes an app's folders in a temporary one, unless they are there. */
  private static void keepFiles(String name, AppRequest request) throws IOException {
    link(name + "-dataDir", request.ownFiles());
    link("userDataDir", request.files().resolve("userDataDir"));
    link(AppRequest.EARLY, request.earlyFiles());
  }

  private static void link(String name, Path kept) throws IOException {
    Files.createDirectories(kept);
    Path base = RuntimeEnvironment.getTempDirectory().getBasePath();
    Files.createSymbolicLink(base.resolve(name), kept);
  }

  /**
   * The folder of the app has the name that it has on a phone, where this process has such folders;
   * the files are the same.
   */
  static void nameFolders(Application application) {
    File folder = new File("/data/user/0", application.getPackageName());
    if (!folder.isDirectory()) {
      return;
    }
    ShadowPackageManager packages = Shadow.extract(application.getPackageManager());
    PackageInfo info = packages.getInternalMutablePackageInfo(application.getPackageName());
    info.applicationInfo.dataDir = folder.getPath();
    application.getApplicationInfo().dataDir = folder.getPath();
    LoadedApk loaded =
        Reflector.reflector(
            LoadedApk.class,
            Reflector.reflector(AppContext.class, application.getBaseContext()).getPackage());
    loaded.setFolder(folder.getPath());
    loaded.setFolderFile(folder);
    loaded.setCredentialFolder(folder);
    File early = new File("/data/user_de/0", application.getPackageName());
    ReflectionHelpers.setField(info.applicationInfo, EARLY_FOLDER, early.getPath());
    ReflectionHelpers.setField(application.getApplicationInfo(), EARLY_FOLDER, early.getPath());
    loaded.setEarlyFolder(early);
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
