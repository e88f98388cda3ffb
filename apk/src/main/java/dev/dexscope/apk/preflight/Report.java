package dev.dexscope.apk.preflight;

import java.util.List;

/**
 * The findings in packages that are installed together.
 *
 * @param packageName the base's
 * @param packages the files' names, the base first
 * @param findings the worst first
 */
public record Report(
    String packageName, int minSdk, int targetSdk, List<String> packages, List<Finding> findings) {

  /** Returns whether nothing speaks against changing it. */
  public boolean isClear() {
    return findings.stream().noneMatch(finding -> finding.severity() == Severity.BLOCKER);
  }
}
