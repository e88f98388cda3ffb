package dev.dexscope.vm.load;

import java.util.List;

/**
 * Some of the platform's classes.
 *
 * @param loader has them, and perhaps others
 * @param folders what programs see of them; an empty one stands for all
 */
record PlatformPart(ClassLoader loader, List<String> folders) {
  private static final ClassLoader OWN = PlatformPart.class.getClassLoader();

  /** What Android's core library has beside the JDK's, and what translated code calls. */
  static final PlatformPart CORE =
      new PlatformPart(
          OWN,
          List.of(
              "dalvik/",
              "libcore/",
              "org/json/",
              "org/apache/harmony/dalvik/",
              "dev/dexscope/vm/runtime/"));

  /** Android's own classes, as far as we have them. */
  static final PlatformPart ANDROID = new PlatformPart(OWN, List.of("android/"));

  /** Whether programs see a class file or resource, if it is there. */
  boolean shows(String path) {
    for (String each : folders) {
      if (path.startsWith(each)) {
        return true;
      }
    }
    return false;
  }
}
