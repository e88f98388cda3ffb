package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.os.Process;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.vm.Vm;
import java.io.File;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowEnvironment;
import org.robolectric.shadows.ShadowStatFs;
import org.robolectric.shadows.ShadowStorageManager;
import org.robolectric.shadows.StorageVolumeBuilder;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The disk and the shared storage. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class Storage {
  /** Blocks of {@link ShadowStatFs#BLOCK_SIZE} bytes: 64 GB, and half of them free. */
  public static final int BLOCKS = 16 << 20;

  /** Bytes of an app's cache that the system leaves alone. */
  private static final long CACHE = 64L << 20;

  private Storage() {}

  @Replaces("android.os.storage.StorageManager")
  static long getAllocatableBytes(Object storage) {
    return (long) BLOCKS / 2 * ShadowStatFs.BLOCK_SIZE;
  }

  @Replaces("android.os.storage.StorageManager")
  static long getCacheQuotaBytes(Object storage) {
    return CACHE;
  }

  /** The size of the disk, for all that ask for it. */
  static void begin() {
    ShadowStatFs.registerStats("/", BLOCKS, BLOCKS / 2, BLOCKS / 2);
  }

  /** The shared storage, which is part of the phone's own, and the app's temporary files. */
  static void equip(Application application) {
    Vm.showProperty("java.io.tmpdir", application.getCacheDir().getPath());
    ShadowEnvironment.setIsExternalStorageEmulated(true);
    File folder = android.os.Environment.getExternalStorageDirectory();
    // android.os.UserHandle, since level 17.
    Class<?> user =
        ReflectionHelpers.loadClass(Storage.class.getClassLoader(), "android.os.UserHandle");
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
                Storage.class.getClassLoader(), "android.os.storage.StorageVolume"),
            ReflectionHelpers.callInstanceMethod(
                volume.setIsPrimary(true).setIsEmulated(true), "build")));
  }
}
