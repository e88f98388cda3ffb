package dev.dexscope.apphost.device.frames;

import android.view.Choreographer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowPausedChoreographer;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * Measures the phases of each frame of the main thread: the callbacks of {@code Choreographer} by
 * their type, in the order in which it calls them.
 */
@Implements(value = Choreographer.class, isInAndroidSdk = false)
public class FramePhases extends ShadowPausedChoreographer {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Choreographer real;

  /** The framework's own method. */
  @ForType(Choreographer.class)
  interface Framework {
    /** Calls what is due of one type. */
    @Direct
    void doCallbacks(int type, long nanos);
  }

  /** Of {@code Choreographer}. */
  @Implementation
  protected void doCallbacks(int type, long nanos) {
    FrameTimes.begin(type);
    try {
      Reflector.reflector(Framework.class, real).doCallbacks(type, nanos);
    } finally {
      FrameTimes.end(type);
    }
  }
}
