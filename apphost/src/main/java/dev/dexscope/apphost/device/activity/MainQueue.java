package dev.dexscope.apphost.device.activity;

import android.os.Looper;
import android.os.Message;
import android.os.SystemClock;
import dev.dexscope.apphost.device.frames.Frames;
import dev.dexscope.apphost.device.frames.Vsync;
import dev.dexscope.apphost.device.phone.Phone;
import java.time.Duration;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowPausedMessageQueue;
import org.robolectric.util.ReflectionHelpers;

/**
 * A test that takes messages of the main thread's queue itself, as Espresso does, waits for time to
 * pass, and for activities to start and end: this has to be done here meanwhile.
 */
@Implements(className = "android.os.MessageQueue", isInAndroidSdk = false)
public class MainQueue extends ShadowPausedMessageQueue {
  /** Messages of one millisecond: a phone needs some time for each, which does not pass here. */
  private static final int MOST = 100;

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Object real;

  /** When a message had to wait last. */
  private static long deferred = -1000;

  private long counted;
  private int count;

  /** Milliseconds until the next frame begins, in any case. */
  private static final int LONG = 1000;

  /** Of {@code MessageQueue}. */
  @Override
  @Implementation
  protected boolean enqueueMessage(Message message, long when) {
    return super.enqueueMessage(message, isMain() ? later(when) : when);
  }

  private boolean isMain() {
    Looper looper = Looper.getMainLooper();
    return looper != null && real.equals(ReflectionHelpers.getField(looper, "mQueue"));
  }

  /** The time of a message: its own, or when others have been done that were to be at once. */
  private synchronized long later(long when) {
    long now = SystemClock.uptimeMillis();
    if (when > now) {
      return when;
    }
    if (now > counted) {
      counted = now;
      count = 0;
    }
    count++;
    deferred = count > MOST ? now : deferred;
    return count > MOST ? now + 1 : when;
  }

  /** Returns whether messages had to wait for the last milliseconds to pass. */
  static boolean wasFull(long millis) {
    return deferred > SystemClock.uptimeMillis() - millis;
  }

  @Override
  @Implementation
  protected void nativePollOnce(long ptr, int timeoutMillis) {
    boolean isWaiting =
        (timeoutMillis > 0 || (timeoutMillis < 0 && Vsync.isRequested()))
            && Phone.isTesting()
            && Looper.getMainLooper().equals(Looper.myLooper());
    if (isWaiting) {
      if (!Phone.part(Activities.class).follow()) {
        long millis = timeoutMillis > 0 ? timeoutMillis : LONG;
        Phone.part(Frames.class).await(Duration.ofMillis(millis).toNanos());
      }
      return;
    }
    super.nativePollOnce(ptr, timeoutMillis);
  }
}
