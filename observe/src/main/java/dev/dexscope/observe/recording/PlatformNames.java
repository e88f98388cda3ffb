package dev.dexscope.observe.recording;

import java.util.List;

/**
 * The platform's frames in stacks of HotSpot: which are those of a phone, and what their methods
 * are called without Robolectric's changes to the framework.
 */
public final class PlatformNames {
  /** Robolectric's name of a method whose own name is that of a method that it has added. */
  private static final String RENAMED = "$$robo$$";

  /** The begin of the names of what it has added besides, such as the way to a class's shadow. */
  private static final String ADDED = "$$robo$";

  /** The end of such a name where the method is native. */
  private static final String NATIVE = "$nativeBinding";

  /** Methods that are no part of the platform, but of its execution here. */
  private static final List<String> HIDDEN =
      List.of("java.lang.invoke.", "java.lang.reflect.", "jdk.internal.", "org.robolectric.");

  /** Packages whose methods call the platform or the program, and are not shown around them. */
  private static final List<String> OUTERMOST =
      List.of("java.", "jdk.", "sun.", "org.robolectric.");

  /** Classes that have another name in each run. */
  private static final String GENERATED = "$$Lambda";

  private PlatformNames() {}

  /** Returns whether a method is no part of the platform, but of its execution here. */
  public static boolean isHidden(String className, String method) {
    return className.contains(GENERATED)
        || begins(className, HIDDEN)
        || (method.startsWith(ADDED) && !isRenamed(method));
  }

  /** Returns whether a class only calls the platform or the program where it is around them. */
  public static boolean isOutermost(String className) {
    return begins(className, OUTERMOST);
  }

  /** Returns whether a name has one of some prefixes. */
  static boolean begins(String name, List<String> prefixes) {
    for (String each : prefixes) {
      if (name.startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether it is such a method, which the one of the same name has called. */
  public static boolean isRenamed(String method) {
    return method.startsWith(RENAMED);
  }

  /** {@code draw} of {@code $$robo$$android_view_View$draw}, and of a native method's. */
  public static String of(String method) {
    if (!isRenamed(method)) {
      return method;
    }
    String own =
        method.endsWith(NATIVE) ? method.substring(0, method.length() - NATIVE.length()) : method;
    return own.substring(own.lastIndexOf('$') + 1);
  }
}
