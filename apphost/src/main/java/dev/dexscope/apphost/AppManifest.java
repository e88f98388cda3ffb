package dev.dexscope.apphost;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.ApkSignature;
import dev.dexscope.base.zip.ZipArchive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.robolectric.manifest.AndroidManifest;

/**
 * The data of a manifest for Robolectric, in addition to those that the framework's parser reads
 * from the APK.
 */
public final class AppManifest extends AndroidManifest {
  private final Manifest manifest;
  private final FutureTask<List<byte[]>> signers;

  /** Reads the one of a package. */
  static AppManifest of(Path apk) throws IOException {
    try (ZipArchive archive = ZipArchive.open(apk)) {
      return new AppManifest(apk, Manifest.of(archive));
    }
  }

  private AppManifest(Path apk, Manifest manifest) {
    super(null, null, null, null, "", apk);
    this.manifest = manifest;
    this.signers = new FutureTask<>(() -> ApkSignature.certificates(apk, manifest.minSdk()));
    // It reads the whole file, while the framework starts.
    Thread.ofVirtual().name("dexscope signers").start(signers);
  }

  /** The certificates that the app's package is signed with; empty if it is not. */
  public List<byte[]> signers() {
    try {
      return signers.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
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
