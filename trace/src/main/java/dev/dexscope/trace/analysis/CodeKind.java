package dev.dexscope.trace.analysis;

import dev.dexscope.trace.Method;

/** The origin of a method's code, as far as its class name shows it. */
public enum CodeKind {
  APP,
  LIBRARY,
  PLATFORM;

  /** The last one: parts of an app's run, which our own VM marks in its traces. */
  private static final String[] PLATFORM_NAMES = {
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "android.",
    "dalvik.",
    "libcore.",
    "com.android.",
    "art.",
    "phase.",
    "phase."
  };

  private static final String[] LIBRARY_NAMES = {
    "androidx.",
    "kotlin.",
    "kotlinx.",
    "com.google.",
    "com.squareup.",
    "com.bumptech.",
    "com.fasterxml.",
    "com.facebook.",
    "org.apache.",
    "org.json.",
    "org.slf4j.",
    "okhttp3.",
    "okio.",
    "retrofit2.",
    "io.reactivex.",
    "io.ktor.",
    "dagger.",
    "coil.",
    "rx."
  };

  /** The kind of a method. */
  public static CodeKind of(Method method) {
    if (method.isSampled()) {
      // The app's methods are recorded.
      return PLATFORM;
    }
    // A name may be a whole entry of the lists.
    String name = method.className() + '.';
    if (method.className().isEmpty() && method.name().startsWith("(")) {
      // A row for the work of the virtual machine, such as (translation).
      return PLATFORM;
    }
    return begins(name, PLATFORM_NAMES) ? PLATFORM : begins(name, LIBRARY_NAMES) ? LIBRARY : APP;
  }

  private static boolean begins(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
