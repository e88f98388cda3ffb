package dev.dexscope.apk.preflight;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import java.util.List;

/** One package of those that are looked at. */
record PackageFile(ZipArchive archive, Manifest manifest) {
  static PackageFile of(ZipArchive archive) {
    return new PackageFile(archive, Manifest.of(archive));
  }

  String name() {
    return archive.file();
  }

  boolean isBase() {
    return manifest.split().isEmpty();
  }

  List<Entry> dexFiles() {
    return archive.entries().stream()
        .filter(entry -> entry.name().matches("classes\\d*\\.dex"))
        .toList();
  }
}
