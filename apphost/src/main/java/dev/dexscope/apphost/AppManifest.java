package dev.dexscope.apphost;

import dev.dexscope.apk.manifest.Manifest;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.robolectric.manifest.AndroidManifest;

/**
 * The data of a manifest for Robolectric, in addition to those that the framework's parser reads
 * from the APK.
 */
public final class AppManifest extends AndroidManifest {
  private final Manifest manifest;

  AppManifest(Path apk, Manifest manifest) {
    super(null, null, null, null, "", apk);
    this.manifest = manifest;
  }

  /** The app's name for the system. */
  public String packageName() {
    return manifest.packageName();
  }

  @Override
  public int getTargetSdkVersion() {
    return manifest.targetSdk();
  }

  @Override
  public int getMinSdkVersion() {
    return manifest.minSdk();
  }

  @Override
  public @Nullable String getAppComponentFactory() {
    String factory = manifest.componentFactory();
    return factory.isEmpty() ? null : factory;
  }
}
