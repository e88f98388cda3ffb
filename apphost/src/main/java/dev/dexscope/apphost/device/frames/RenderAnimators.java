package dev.dexscope.apphost.device.frames;

import android.animation.Animator;
import android.animation.ValueAnimator;
import android.os.Handler;
import android.os.SystemClock;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNativeRenderNodeAnimator;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/**
 * The animations of windows' renderers, such as ripples and reveals: a phone's renderer goes on
 * with them while the main thread has nothing to draw, and posts their end to the thread that has
 * started them. Here the renderer's thread would post it at any time, so that two equal runs drew
 * other frames: the end comes at its time of the framework's clock instead.
 */
@Implements(
    className = "android.graphics.animation.RenderNodeAnimator",
    isInAndroidSdk = false,
    callNativeMethodsByDefault = true)
public class RenderAnimators extends ShadowNativeRenderNodeAnimator {
  /** Milliseconds that one is waited for: the sparkle of a ripple lasts seven seconds. */
  private static final long LONGEST = 600;

  private static final int FINISHED = 3;

  /** The time at which the last one has ended, of the framework's clock. */
  private static long end;

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Object real;

  /** The framework's own methods. */
  @ForType(className = "android.graphics.animation.RenderNodeAnimator")
  interface Framework {
    /** Begins natively. */
    @Direct
    void doStart();

    /** Ends natively. */
    @Direct
    void end();

    /** Whether it runs. */
    @Accessor("mState")
    int getState();

    /** Of the thread that has started it; null if it was ended before. */
    @Accessor("mHandler")
    @Nullable Handler getHandler();

    /** Milliseconds, as they pass. */
    @Accessor("mStartDelay")
    long getDelay();

    /** Whether the delay is over when it begins natively. */
    @Accessor("mUiThreadHandlesDelay")
    boolean getUiThreadHandlesDelay();
  }

  /** How fast animations are. */
  @ForType(ValueAnimator.class)
  interface Speed {
    /** 1 unless the user wants another one. */
    @Static
    float getDurationScale();
  }

  private Framework framework() {
    return Reflector.reflector(Framework.class, real);
  }

  /** Of {@code RenderNodeAnimator}. */
  @Implementation
  protected void doStart() {
    framework().doStart();
    long duration = scaled(((Animator) real).getDuration());
    long delay = framework().getUiThreadHandlesDelay() ? 0 : framework().getDelay();
    await(delay + Math.min(duration, LONGEST));
    finishAfter(delay + duration);
  }

  /** Returns the milliseconds that an animation of this length takes. */
  static long scaled(long millis) {
    return (long) (millis * Reflector.reflector(Speed.class).getDurationScale());
  }

  /** Of {@code RenderNodeAnimator}. */
  @Implementation
  protected void end() {
    framework().end();
    finishAfter(0);
  }

  private void finishAfter(long millis) {
    Handler handler = framework().getHandler();
    if (handler != null) {
      handler.postAtTime(this::finish, SystemClock.uptimeMillis() + millis);
    } else {
      finish();
    }
  }

  private void finish() {
    if (framework().getState() != FINISHED) {
      // A reveal has its own end.
      ReflectionHelpers.callInstanceMethod(real, "onFinished");
    }
  }

  /** Of {@code RenderNodeAnimator}: the renderer's thread calls this. */
  @Implementation
  protected static void callOnFinished(
      @ClassName("android.graphics.animation.RenderNodeAnimator") Object animator) {
    // It has its end by the clock.
  }

  /** One runs for so many milliseconds. */
  static void await(long millis) {
    end = Math.max(end, OwnClock.now() + millis * 1_000_000);
  }

  /** Returns whether one runs that is waited for. */
  public static boolean areRunning() {
    return OwnClock.now() < end;
  }
}
