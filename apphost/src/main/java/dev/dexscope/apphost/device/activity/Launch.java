package dev.dexscope.apphost.device.activity;

import android.app.Activity;
import android.content.Intent;
import org.jspecify.annotations.Nullable;

/**
 * A request of the app to start an activity.
 *
 * @param asker the activity that receives a result, or null
 * @param who the requesting part of that activity, null for itself
 * @param requestCode of the result, negative if no result is requested
 * @param nanos when it was made, by {@link System#nanoTime}
 */
record Launch(
    @Nullable Activity asker, @Nullable String who, Intent intent, int requestCode, long nanos) {
  /** Requests it now. */
  Launch(@Nullable Activity asker, @Nullable String who, Intent intent, int requestCode) {
    this(asker, who, intent, requestCode, System.nanoTime());
  }

  /** The system requests it. */
  static Launch ofSystem(Intent intent, long nanos) {
    return new Launch(null, null, intent, -1, nanos);
  }
}
