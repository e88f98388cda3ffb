package dev.dexscope.apk.preflight;

import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import java.util.List;

/**
 * A package to be checked, or a bundle, from which packages are built.
 *
 * @param isBundle whether the files of a package's root are in modules
 */
record PackageFile(ZipArchive archive, Manifest manifest, boolean isBundle) {
  private static final String BUNDLE_CONFIG = "BundleConfig.pb";

  static PackageFile of(ZipArchive archive) {
    return new PackageFile(archive, Manifest.of(archive), false);
  }

  static PackageFile ofBundle(ZipArchive archive) {
    return new PackageFile(archive, BundleManifest.of(archive).asPackages(), true);
  }

  static boolean isBundle(ZipArchive archive) {
    return archive.find(BUNDLE_CONFIG).isPresent();
  }

  String name() {
    return archive.file();
  }

  boolean isBase() {
    return manifest.split().isEmpty();
  }

  /** An entry's name in the packages that devices get. */
  String nameOnDevice(Entry entry) {
    return isBundle ? entry.name().substring(entry.name().indexOf('/') + 1) : entry.name();
  }

  List<Entry> dexFiles() {
    String pattern = isBundle ? "[^/]+/dex/classes\\d*\\.dex" : "classes\\d*\\.dex";
    return archive.entries().stream().filter(entry -> entry.name().matches(pattern)).toList();
  }
}
