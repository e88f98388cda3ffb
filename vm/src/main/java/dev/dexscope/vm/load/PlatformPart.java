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

  /**
   * The part of Android's core library that the JDK lacks, and the classes that translated code
   * calls.
   */
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
   * The part that remains ours if a framework has core classes of its own: loading of dex code,
   * what the virtual machine reports to programs, and the classes that translated code calls.
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
          "libcore/util/ProgramEvents",
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

  /** Returns whether programs see a class file or resource, if it is there. */
  boolean shows(String path) {
    return shown.test(path);
  }
}
