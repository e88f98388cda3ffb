package dev.dexscope.device.packages;

/**
 * Options of adb's request.
 *
 * @param replaces whether an installed package of that name is replaced
 * @param allowsTests whether packages marked as tests are accepted
 * @param allowsDowngrade whether a lower version is accepted
 */
public record InstallOptions(boolean replaces, boolean allowsTests, boolean allowsDowngrade) {
  /** The options of today's {@code adb install}. */
  public static final InstallOptions DEFAULT = new InstallOptions(true, false, false);
}
