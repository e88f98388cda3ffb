package dev.dexscope.device.packages;

/**
 * What adb asks for besides.
 *
 * @param replaces whether a package of that name gives way
 * @param allowsTests whether packages that say they are tests are taken
 * @param allowsDowngrade whether a lower version is taken
 */
public record InstallOptions(boolean replaces, boolean allowsTests, boolean allowsDowngrade) {
  /** What {@code adb install} of today asks for. */
  public static final InstallOptions DEFAULT = new InstallOptions(true, false, false);
}
