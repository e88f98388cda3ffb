package dev.dexscope.probe;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Messages: to Android's log where there is one, else to the standard error stream. */
final class Log {
  private static final String TAG = "TAU";
  private static final @Nullable Method ANDROID = android();
  private static volatile boolean verbose;

  private Log() {}

  static void verbose(boolean on) {
    verbose = on;
  }

  /** Logs a message if {@code TAU_VERBOSE} is set. */
  static void info(String message) {
    if (verbose) {
      warn(message);
    }
  }

  /** Logs a message that the user must see. */
  static void warn(String message) {
    if (ANDROID != null) {
      try {
        ANDROID.invoke(null, TAG, message);
        return;
      } catch (ReflectiveOperationException e) {
        // Falls through: the other way is always there.
      }
    }
    System.err.println(TAG + ": " + message);
  }

  private static @Nullable Method android() {
    try {
      return Class.forName("android.util.Log").getMethod("w", String.class, String.class);
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }
}
