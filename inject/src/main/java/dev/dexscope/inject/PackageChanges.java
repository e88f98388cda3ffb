package dev.dexscope.inject;

import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.apk.manifest.Manifest;
import java.util.Optional;

/**
 * What is changed in a package besides its code.
 *
 * @param debuggable lets debuggers attach and {@code run-as} read the app's files; slows the app
 * @param profileable lets the shell profile the app at its own speed, since Android 10
 * @param tauConf settings of the run time, an asset that later files override
 */
public record PackageChanges(boolean debuggable, boolean profileable, Optional<byte[]> tauConf) {
  private static final String INTERNET = "android.permission.INTERNET";

  /** Only what the run time needs. */
  public static PackageChanges least() {
    return new PackageChanges(false, false, Optional.empty());
  }

  /** Returns these changes with or without the right to debug the app. */
  public PackageChanges withDebuggable(boolean wanted) {
    return new PackageChanges(wanted, profileable, tauConf);
  }

  /** Returns these changes with or without the shell's right to profile the app. */
  public PackageChanges withProfileable(boolean wanted) {
    return new PackageChanges(debuggable, wanted, tauConf);
  }

  /** Returns these changes with settings of the run time. */
  public PackageChanges withTauConf(byte[] wanted) {
    return new PackageChanges(debuggable, profileable, Optional.of(wanted));
  }

  void applyTo(BundleManifest manifest) {
    manifest.addPermission(INTERNET);
    if (debuggable) {
      manifest.makeDebuggable();
    }
    if (profileable) {
      manifest.makeProfileableByShell();
    }
  }

  void applyTo(Manifest manifest) {
    // Android lets nobody open a socket without it, not even a local one.
    manifest.addPermission(INTERNET);
    if (debuggable) {
      manifest.makeDebuggable();
    }
    if (profileable) {
      manifest.makeProfileableByShell();
    }
  }
}
