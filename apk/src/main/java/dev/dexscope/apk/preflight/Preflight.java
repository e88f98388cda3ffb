package dev.dexscope.apk.preflight;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Looks at an app before it is changed and signed by another key, and names what will go wrong
 * then.
 *
 * <pre>{@code
 * Report report = Preflight.of(List.of(Path.of("base.apk"), Path.of("split_config.de.apk")));
 * report.findings().forEach(System.out::println);
 * }</pre>
 */
public final class Preflight {
  private final List<ZipArchive> open = new ArrayList<>();
  private final List<PackageFile> packages = new ArrayList<>();

  private Preflight() {}

  /**
   * Looks at packages that are installed together.
   *
   * @param files packages, archives of them ({@code .apks}, {@code .xapk}), or a bundle
   * @throws IOException if it cannot be read
   */
  public static Report of(List<Path> files) throws IOException {
    var preflight = new Preflight();
    try {
      for (Path file : files) {
        preflight.add(file);
      }
      return preflight.report();
    } finally {
      preflight.open.reversed().forEach(ZipArchive::close);
    }
  }

  private void add(Path file) throws IOException {
    ZipArchive archive = opened(ZipArchive.open(file));
    if (archive.find(Manifest.ENTRY).isPresent()) {
      packages.add(PackageFile.of(archive));
      return;
    }
    if (PackageFile.isBundle(archive)) {
      packages.add(PackageFile.ofBundle(archive));
      return;
    }
    List<Entry> inside =
        archive.entries().stream().filter(entry -> entry.name().endsWith(".apk")).toList();
    if (inside.isEmpty()) {
      throw new ApkFormatException(
          archive.file(), 0, "neither a package (no " + Manifest.ENTRY + ") nor a set of packages");
    }
    for (Entry entry : inside) {
      packages.add(PackageFile.of(opened(ZipArchive.inside(entry))));
    }
  }

  private ZipArchive opened(ZipArchive archive) {
    open.add(archive);
    return archive;
  }

  private Report report() {
    packages.sort(Comparator.comparing((PackageFile file) -> !file.isBase()));
    List<Finding> findings = new ArrayList<>(SetChecks.of(packages));
    for (PackageFile file : packages) {
      findings.addAll(ArchiveChecks.of(file));
      findings.addAll(Packers.of(file));
      if (file.isBase()) {
        findings.addAll(ManifestChecks.of(file));
        findings.addAll(SdkChecks.of(file));
      }
    }
    findings.addAll(CodeChecks.of(packages));
    findings.sort(Comparator.comparing(Finding::severity));
    Manifest base = packages.getFirst().manifest();
    return new Report(
        base.packageName(),
        base.minSdk(),
        base.targetSdk(),
        packages.stream().map(PackageFile::name).toList(),
        List.copyOf(findings));
  }
}
