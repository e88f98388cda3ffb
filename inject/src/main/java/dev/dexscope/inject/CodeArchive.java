package dev.dexscope.inject;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A zip file with dex code: a package, a bundle or a jar.
 *
 * @param manifest a package's, or that of a bundle's base; null for jars
 * @param dexNames the entries with code, in the order in which devices look through them
 */
record CodeArchive(ZipArchive zip, Kind kind, @Nullable Manifest manifest, List<String> dexNames) {
  /** The kind of an archive. */
  enum Kind {
    PACKAGE,
    BUNDLE,
    JAR
  }

  private static final String BUNDLE_CONFIG = "BundleConfig.pb";
  private static final String BASE_MODULE = "base/";

  /** At the root, or in a bundle's module. */
  private static final Pattern DEX = Pattern.compile("(?:([^/]+/)dex/)?classes(\\d*)\\.dex");

  static CodeArchive of(ZipArchive zip) {
    boolean isPackage = zip.find(Manifest.ENTRY).isPresent();
    boolean isBundle = !isPackage && zip.find(BUNDLE_CONFIG).isPresent();
    List<String> dexNames =
        dexNames(zip, isBundle).stream()
            .sorted(
                Comparator.comparing(CodeArchive::isOfBase)
                    .reversed()
                    .thenComparing(CodeArchive::module)
                    .thenComparingInt(String::length)
                    .thenComparing(name -> name))
            .toList();
    Kind kind = isPackage ? Kind.PACKAGE : isBundle ? Kind.BUNDLE : Kind.JAR;
    return new CodeArchive(zip, kind, manifest(zip, kind), dexNames);
  }

  private static @Nullable Manifest manifest(ZipArchive zip, Kind kind) {
    return switch (kind) {
      case PACKAGE -> Manifest.of(zip);
      case BUNDLE -> BundleManifest.of(zip).asPackages();
      case JAR -> null;
    };
  }

  /**
   * Of two files with the same name, some devices would load the one, some the other, most neither.
   */
  private static Set<String> dexNames(ZipArchive zip, boolean inBundle) {
    Map<String, Entry> found = new HashMap<>();
    for (Entry each : zip.entries()) {
      if (isDex(each.name(), inBundle)) {
        Entry other = found.putIfAbsent(each.name(), each);
        if (other != null && !Arrays.equals(other.read(), each.read())) {
          throw new ApkFormatException(
              zip.file(), 0, "two different entries are named " + each.name());
        }
      }
    }
    return found.keySet();
  }

  private static boolean isDex(String name, boolean inBundle) {
    return DEX.matcher(name).matches() && inBundle == (name.indexOf('/') >= 0);
  }

  private static boolean isOfBase(String name) {
    return name.startsWith(BASE_MODULE);
  }

  /** With its slash; empty outside of bundles. */
  private static String module(String name) {
    Matcher matcher = DEX.matcher(name);
    return matcher.matches() && matcher.group(1) != null ? matcher.group(1) : "";
  }

  /** Returns the first version of Android on which it runs; 0 if it does not declare one. */
  int minSdk() {
    return manifest != null && manifest.hasSdk() ? manifest.minSdk() : 0;
  }

  boolean isBase() {
    return manifest == null || manifest.split().isEmpty();
  }

  List<DexUnit> units() {
    return dexNames.parallelStream()
        .map(name -> zip.find(name).orElseThrow())
        .map(entry -> DexUnit.of(entry.path(), entry.read()))
        .toList();
  }

  /**
   * The name of the next dex file beside another: devices stop at the first number that is missing.
   *
   * @param taken the names that there are
   */
  String newDexName(String like, Set<String> taken) {
    String folder = kind == Kind.BUNDLE ? module(like) + "dex/" : "";
    for (int number = 2; ; number++) {
      String name = folder + "classes" + number + ".dex";
      if (!taken.contains(name)) {
        return name;
      }
    }
  }

  String assetName(String name) {
    return home() + "assets/" + name;
  }

  private String home() {
    return dexNames.isEmpty() ? "" : module(dexNames.getFirst());
  }
}
