package dev.dexscope.apphost;

import org.jspecify.annotations.Nullable;

/**
 * Stack traces as an app sees them on a phone: without Robolectric and us, and without the second
 * method in which the prepared framework has the code of each of its methods.
 */
final class AppFrames {
  private static final String BODY = "$$robo$$";

  private AppFrames() {}

  /** Returns a frame as the app sees it; null if it does not. */
  static @Nullable StackTraceElement seen(StackTraceElement frame) {
    String type = frame.getClassName();
    String method = frame.getMethodName();
    if (type.startsWith("org.robolectric.") || type.startsWith("dev.dexscope.apphost.")) {
      return null;
    }
    if (method.startsWith(BODY)) {
      // Followed by the class's name.
      String name = method.substring(BODY.length() + type.length() + 1);
      return new StackTraceElement(type, name, frame.getFileName(), frame.getLineNumber());
    }
    boolean isDetour = isFrameworks(type) && frame.getLineNumber() == -1;
    return isDetour ? null : frame;
  }

  /** Code of the framework has lines, but for the methods that only call the second ones. */
  private static boolean isFrameworks(String type) {
    return type.startsWith("android.") || type.startsWith("com.android.internal.");
  }
}
