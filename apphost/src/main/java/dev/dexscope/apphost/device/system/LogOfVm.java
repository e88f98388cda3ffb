package dev.dexscope.apphost.device.system;

import android.util.Log;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.libcore.CurrentVm;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The app's log is in the VM's log: of a device, or on standard error. */
@Implements(Log.class)
public class LogOfVm {
  private static final String HOST = "LifecycleMonitor";

  /** Of {@code Log}: how many bytes were written. */
  @Implementation
  protected static int println_native(
      int buffer, int priority, @Nullable String tag, @Nullable String message) {
    if (message == null) {
      throw new NullPointerException("println needs a message");
    }
    if (priority < Log.ERROR && (Phone.isStarting() || isOfHost(tag))) {
      // On a phone these lines are those of the process that all apps are copies of.
      return message.length();
    }
    CurrentVm.get().log().add(priority, String.valueOf(tag), message);
    return message.length();
  }

  /** The framework's host watches activities as a test runner does, which an app does not have. */
  private static boolean isOfHost(@Nullable String tag) {
    return HOST.equals(tag) && !Phone.isTesting();
  }

  /** Of {@code Log}: the default of a device without a property. */
  @Implementation
  protected static boolean isLoggable(@Nullable String tag, int level) {
    return level >= Log.INFO;
  }

  /** Of {@code Log}: the system would only record it. */
  @Implementation
  protected static int wtf(
      int buffer,
      @Nullable String tag,
      @Nullable String message,
      @Nullable Throwable thrown,
      boolean hasLocalStack,
      boolean isOfSystem) {
    return println_native(
        buffer, Log.ASSERT, tag, message + "\n" + Log.getStackTraceString(thrown));
  }
}
