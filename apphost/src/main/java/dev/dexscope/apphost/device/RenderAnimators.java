package dev.dexscope.apphost.device;

import android.animation.Animator;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNativeRenderNodeAnimator;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * The animations of windows' renderers, such as ripples and reveals: a phone's renderer goes on
 * with them while the main thread has nothing to draw.
 */
@Implements(
    className = "android.graphics.animation.RenderNodeAnimator",
    isInAndroidSdk = false,
    callNativeMethodsByDefault = true)
public class RenderAnimators extends ShadowNativeRenderNodeAnimator {
  /** Milliseconds that one is waited for: the sparkle of a ripple lasts seven seconds. */
  private static final long LONGEST = 600;

  /** The time at which the last one has ended, of the framework's clock. */
  private static long end;

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Object real;

  /** The framework's own method. */
  @ForType(className = "android.graphics.animation.RenderNodeAnimator")
  interface Framework {
    /** Begins natively. */
    @Direct
    void doStart();
  }

  /** Of {@code RenderNodeAnimator}. */
  @Implementation
  protected void doStart() {
    Reflector.reflector(Framework.class, real).doStart();
    long millis = Math.min(((Animator) real).getDuration(), LONGEST);
    end = Math.max(end, Frames.now() + millis * 1_000_000);
  }

  /** Returns whether one runs that is waited for. */
  static boolean areRunning() {
    return Frames.now() < end;
  }
}
