package dev.dexscope.apps;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The packages that an app is installed from: an APK, an APK with its splits, or an archive of them
 * from bundletool ({@code .apks}) or stores ({@code .xapk}, {@code .apkm}).
 *
 * <pre>{@code
 * AppSet app = AppSet.of(Path.of("shop.apks"), List.of(), folder);
 * Path base = app.packages().getFirst();
 * }</pre>
 *
 * @param packages the base first
 * @param isWhole whether all splits are present that the base requires
 */
public record AppSet(List<Path> packages, boolean isWhole) {
  private static final List<String> ARCHIVES = List.of(".apks", ".xapk", ".apkm");
  private static final String CODE = "classes.dex";
  private static final String BUNDLE = ".aab";

  /** Of the same split for other versions of Android. */
  private static final Pattern VARIANT = Pattern.compile(".*_\\d+\\.apk");

  private static final int MOST = 500;

  public AppSet {
    packages = List.copyOf(packages);
  }

  /**
   * Returns whether a file is an Android package, with or without an activity for the launcher.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean isPackage(Path file) throws IOException {
    if (!endsWith(file, ".apk")) {
      return false;
    }
    try (ZipArchive archive = ZipArchive.open(file)) {
      return archive.find(Manifest.ENTRY).isPresent();
    } catch (FormatException e) {
      return false;
    }
  }

  /**
   * Returns whether a file is an app: its manifest has an activity for the launcher. Others may
   * have a main method.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean isApp(Path file) throws IOException {
    if (endsWith(file, BUNDLE)) {
      throw new AppException(
          "a bundle has no code that runs yet",
          file,
          "make packages of it: bundletool build-apks --bundle ... --output app.apks");
    }
    boolean isArchive = ARCHIVES.stream().anyMatch(each -> endsWith(file, each));
    if (!isArchive && !endsWith(file, ".apk")) {
      return false;
    }
    try (ZipArchive archive = ZipArchive.open(file)) {
      return isArchive || !Manifest.of(archive).launcherActivity().isEmpty();
    } catch (FormatException e) {
      // Later checks report its fault.
      return false;
    }
  }

  private static boolean endsWith(Path file, String ending) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
  }

  /**
   * The app in a file.
   *
   * @param splits that belong to it
   * @param folder where the packages of an archive are put
   * @throws IOException if it cannot be read
   */
  public static AppSet of(Path file, List<Path> splits, Path folder) throws IOException {
    List<Path> all = new ArrayList<>();
    if (ARCHIVES.stream().anyMatch(each -> endsWith(file, each))) {
      all.addAll(unpack(file, folder));
    } else {
      all.add(file.toAbsolutePath());
    }
    splits.forEach(each -> all.add(each.toAbsolutePath()));
    return sorted(file, all);
  }

  private static AppSet sorted(Path file, List<Path> all) throws IOException {
    List<Path> packages = new ArrayList<>();
    Manifest base = null;
    List<Manifest> manifests = new ArrayList<>();
    for (Path each : all) {
      try (ZipArchive archive = ZipArchive.open(each)) {
        Manifest manifest = Manifest.of(archive);
        manifests.add(manifest);
        if (!manifest.split().isEmpty()) {
          packages.add(each);
        } else if (archive.find(CODE).isEmpty()) {
          throw new AppException(
              "a package without dex code does not run",
              each,
              "dexscope preflight shows what it has");
        } else if (base == null) {
          base = manifest;
          packages.addFirst(each);
        } else {
          throw new AppException("a second base among the packages", each, "use one app");
        }
      }
    }
    if (base == null) {
      throw new AppException(
          "a split alone does not run", file, "use its base, and the split with --split");
    }
    for (int i = 0; i < all.size(); i++) {
      if (!manifests.get(i).packageName().equals(base.packageName())) {
        throw new AppException(
            "a split of another app, " + manifests.get(i).packageName(),
            all.get(i),
            "the base is " + base.packageName());
      }
    }
    return new AppSet(packages, all.size() > 1 || !base.isSplitRequired());
  }

  private static List<Path> unpack(Path file, Path folder) throws IOException {
    try (ZipArchive archive = ZipArchive.open(file)) {
      List<Entry> entries = chosen(archive.entries());
      if (entries.isEmpty() || entries.size() > MOST) {
        throw new AppException(
            entries.isEmpty() ? "no packages in it" : "more than " + MOST + " packages in it",
            file,
            "it should be made by bundletool or a store");
      }
      Path packages = Files.createDirectories(folder.resolve("packages"));
      List<Path> all = new ArrayList<>();
      for (Entry each : entries) {
        // Their names may lead anywhere.
        Path target = packages.resolve(all.size() + ".apk");
        byte[] content = each.read();
        OutputFile.write(target, out -> out.write(content));
        all.add(target);
      }
      return all;
    }
  }

  /** One package for each part of the app: whole ones only where there are no parts. */
  private static List<Entry> chosen(List<Entry> entries) {
    List<Entry> packages = entries.stream().filter(each -> each.name().endsWith(".apk")).toList();
    List<Entry> splits =
        packages.stream()
            .filter(each -> each.name().startsWith("splits/"))
            .filter(each -> !VARIANT.matcher(each.name()).matches())
            .toList();
    if (!splits.isEmpty()) {
      return splits;
    }
    List<Entry> whole =
        packages.stream()
            .filter(each ->
                each.name().startsWith("standalones/") || each.name().equals("universal.apk"))
            .limit(1)
            .toList();
    return whole.isEmpty() ? packages : whole;
  }
}
