package dev.dexscope.apk.preflight;

import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.SigningBlock;
import dev.dexscope.base.zip.ZipArchive;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks of a package's archive. */
final class ArchiveChecks {
  private static final int RESOURCES_STORED = 30;
  private static final int PAGE = 16 << 10;

  private ArchiveChecks() {}

  static List<Finding> of(PackageFile file) {
    ZipArchive archive = file.archive();
    List<Finding> findings = new ArrayList<>();
    Set<String> twice = twice(archive);
    if (!twice.isEmpty()) {
      findings.add(
          new Finding(
              Severity.BLOCKER,
              "duplicate-entries",
              file.name(),
              "entries occur twice, Android installs no such package: " + String.join(", ", twice),
              "get the package from another source"));
    }
    if (file.isBase() && file.manifest().hasCode() && file.dexFiles().isEmpty()) {
      findings.add(
          new Finding(
              Severity.BLOCKER,
              "no-dex",
              file.name(),
              "it has no classes.dex: there is nothing to profile",
              "choose another package"));
    }
    if (file.manifest().targetSdk() >= RESOURCES_STORED
        && archive.find("resources.arsc").filter(ArchiveChecks::isDeflated).isPresent()) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "resources-compressed",
              file.name() + "!resources.arsc",
              "Android 11 refuses packages with a compressed resource table and this target",
              "it is stored when the package is written"));
    }
    findings.addAll(libraries(file));
    if (archive.signingBlock().ids().contains(SigningBlock.V31)) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "key-rotation",
              file.name(),
              "its signer has changed its key, with a proof that is removed",
              "install it on a device without the original"));
    }
    return findings;
  }

  private static Set<String> twice(ZipArchive archive) {
    Set<String> seen = new HashSet<>();
    Set<String> twice = new TreeSet<>();
    for (Entry entry : archive.entries()) {
      if (!seen.add(entry.name())) {
        twice.add(entry.name());
      }
    }
    return twice;
  }

  private static List<Finding> libraries(PackageFile file) {
    List<Entry> libraries =
        file.archive().entries().stream()
            .filter(e -> e.name().startsWith("lib/") && e.name().endsWith(".so"))
            .toList();
    List<Finding> findings = new ArrayList<>();
    if (!file.manifest().extractsNativeLibs()
        && libraries.stream().anyMatch(ArchiveChecks::isDeflated)) {
      findings.add(
          new Finding(
              Severity.BLOCKER,
              "libraries-compressed",
              file.name(),
              "native libraries are compressed although the manifest declares them mapped"
                  + " (extractNativeLibs=false): it does not install",
              "set application@extractNativeLibs=true"));
    }
    boolean unaligned = libraries.stream().anyMatch(e -> !isDeflated(e) && e.offset() % PAGE != 0);
    if (unaligned) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "libraries-unaligned",
              file.name(),
              "stored native libraries do not begin at 16 KB: devices with large pages cannot map"
                  + " them",
              "they are aligned when the package is written"));
    }
    return findings;
  }

  private static boolean isDeflated(Entry entry) {
    return entry.method() == Method.DEFLATED;
  }
}
