package dev.dexscope.observe.recording;

/** Names of the platform's methods, as they are without Robolectric's changes to the framework. */
public final class PlatformNames {
  /** Robolectric's name of a method whose own name is that of a method that it has added. */
  private static final String RENAMED = "$$robo$$";

  /** The end of such a name where the method is native. */
  private static final String NATIVE = "$nativeBinding";

  private PlatformNames() {}

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
