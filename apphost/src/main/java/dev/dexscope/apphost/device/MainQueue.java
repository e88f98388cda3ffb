package dev.dexscope.apphost.device;

import android.os.Looper;
import java.time.Duration;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowPausedMessageQueue;
import org.robolectric.shadows.ShadowPausedSystemClock;

/**
 * A test that takes messages of the main thread's queue itself, as Espresso does, waits for time to
 * pass, and for activities to start and end: this has to be done here meanwhile.
 */
@Implements(className = "android.os.MessageQueue", isInAndroidSdk = false)
public class MainQueue extends ShadowPausedMessageQueue {
  @Override
  @Implementation
  protected void nativePollOnce(long ptr, int timeoutMillis) {
    boolean isWaiting =
        timeoutMillis > 0
            && Session.isTesting()
            && Looper.getMainLooper().equals(Looper.myLooper());
    if (isWaiting) {
      if (!Session.current().activities().follow()) {
        ShadowPausedSystemClock.advanceBy(Duration.ofMillis(timeoutMillis));
      }
      return;
    }
    super.nativePollOnce(ptr, timeoutMillis);
  }
}
