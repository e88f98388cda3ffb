package dev.dexscope.vm.load;

import java.util.function.Predicate;

/**
 * Some of the platform's classes.
 *
 * @param loader has them, and perhaps others
 * @param shown whether programs see a class file or resource of that path, if it is there
 */
public record PlatformPart(ClassLoader loader, Predicate<String> shown) {
  private static final ClassLoader OWN = PlatformPart.class.getClassLoader();

  /** What Android's core library has beside the JDK's, and what translated code calls. */
  static final PlatformPart CORE =
      of(
          "dalvik/",
          "libcore/",
          "org/json/",
          "org/apache/harmony/dalvik/",
          "dev/dexscope/vm/runtime/");

  /** Android's own classes, as far as we have them. */
  static final PlatformPart ANDROID = of("android/");

  /**
   * What stays ours where a framework has core classes of its own: how dex code is found, and what
   * translated code calls.
   */
  static final PlatformPart LOADING =
      of(
          "dalvik/system/BaseDexClassLoader",
          "dalvik/system/PathClassLoader",
          "dalvik/system/DexClassLoader",
          "dalvik/system/InMemoryDexClassLoader",
          "dalvik/system/DelegateLastClassLoader",
          "dalvik/system/DexPathList",
          "dalvik/system/DexFile",
          "dev/dexscope/vm/runtime/");

  /** Our classes whose paths begin so. */
  private static PlatformPart of(String... beginnings) {
    return new PlatformPart(
        OWN,
        path -> {
          for (String each : beginnings) {
            if (path.startsWith(each)) {
              return true;
            }
          }
          return false;
        });
  }

  /** Whether programs see a class file or resource, if it is there. */
  boolean shows(String path) {
    return shown.test(path);
  }
}
