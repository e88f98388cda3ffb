package dev.dexscope.apk.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks of packages that are installed together. */
final class SetChecks {
  private SetChecks() {}

  /**
   * @param packages the base first
   */
  static List<Finding> of(List<PackageFile> packages) {
    List<Finding> findings = new ArrayList<>();
    PackageFile first = packages.getFirst();
    Set<String> names = new TreeSet<>();
    packages.forEach(file -> names.add(file.manifest().packageName()));
    if (names.size() > 1) {
      findings.add(
          new Finding(
              Severity.BLOCKER,
              "different-apps",
              first.name(),
              "these packages belong to different apps: " + String.join(", ", names),
              "use the packages of one app"));
    }
    if (!first.isBase()) {
      findings.add(
          new Finding(
              Severity.BLOCKER,
              "no-base",
              first.name(),
              "this is the split " + first.manifest().split() + "; a split alone does not install",
              "include the base: adb shell pm path " + first.manifest().packageName()));
    } else if (packages.size() == 1 && first.manifest().isSplitRequired()) {
      findings.add(
          new Finding(
              Severity.BLOCKER,
              "splits-missing",
              first.name(),
              "it runs only together with its splits, which carry resources or native libraries",
              "include them: adb shell pm path " + first.manifest().packageName()));
    }
    if (packages.size() > 1) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "split-set",
              first.name(),
              packages.size() + " packages must be signed by one key and installed together",
              "use adb install-multiple"));
    }
    return findings;
  }
}
