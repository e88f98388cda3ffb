package dev.dexscope.inject;

import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.apk.manifest.Manifest;
import java.util.Optional;

/**
 * The changes to a package besides its code.
 *
 * @param debuggable allows debuggers to attach and {@code run-as} to read the app's files; slows
 *     the app
 * @param profileable allows the shell to profile the app at its own speed, since Android 10
 * @param tauConf settings of the run time, an asset that later files override
 */
public record PackageChanges(boolean debuggable, boolean profileable, Optional<byte[]> tauConf) {
  private static final String INTERNET = "android.permission.INTERNET";

  /** Returns the changes that the run time requires. */
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
    // On Android, opening a socket requires it, even a local one.
    manifest.addPermission(INTERNET);
    if (debuggable) {
      manifest.makeDebuggable();
    }
    if (profileable) {
      manifest.makeProfileableByShell();
    }
  }
}
