package dev.dexscope.apphost.device.frames;

import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * The animated vector drawables, which windows' renderers animate: their end comes at its time of
 * the framework's clock, as that of {@link RenderAnimators}.
 */
@Implements(
    className = "android.graphics.drawable.AnimatedVectorDrawable$VectorDrawableAnimatorRT",
    isInAndroidSdk = false)
public class VectorAnimators {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Object real;

  /** The framework's own methods. */
  @ForType(className = "android.graphics.drawable.AnimatedVectorDrawable$VectorDrawableAnimatorRT")
  interface Framework {
    /** Begins natively. */
    @Direct
    void startAnimation();

    /** Begins natively, from its end. */
    @Direct
    void reverseAnimation();

    /** Ends natively. */
    @Direct
    void endAnimation();

    /** Returns to its first state natively. */
    @Direct
    void resetAnimation();

    /** Reports the end of a run to the app. */
    void onAnimationEnd(int run);

    /** The number of the last run. */
    @Accessor("mLastListenerId")
    int getRun();

    /** Whether it is on. */
    @Accessor("mStarted")
    boolean getStarted();

    /** Whether it has no end. */
    @Accessor("mIsInfinite")
    boolean getInfinite();

    /** Milliseconds. */
    @Accessor("mTotalDuration")
    long getDuration();

    /** Of the thread that has started it; null if that has only reversed it. */
    @Accessor("mHandler")
    @Nullable Handler getHandler();
  }

  private Framework framework() {
    return Reflector.reflector(Framework.class, real);
  }

  /** Of {@code VectorDrawableAnimatorRT}. */
  @Implementation
  protected void startAnimation() {
    framework().startAnimation();
    run();
  }

  /** Of {@code VectorDrawableAnimatorRT}. */
  @Implementation
  protected void reverseAnimation() {
    framework().reverseAnimation();
    run();
  }

  /** Of {@code VectorDrawableAnimatorRT}. */
  @Implementation
  protected void endAnimation() {
    framework().endAnimation();
    finishAfter(0);
  }

  /** Of {@code VectorDrawableAnimatorRT}. */
  @Implementation
  protected void resetAnimation() {
    framework().resetAnimation();
    finishAfter(0);
  }

  private void run() {
    if (!framework().getInfinite()) {
      long duration = RenderAnimators.scaled(framework().getDuration());
      RenderAnimators.await(duration);
      finishAfter(duration);
    }
  }

  private void finishAfter(long millis) {
    Handler own = framework().getHandler();
    Handler handler = own == null ? new Handler(Looper.getMainLooper()) : own;
    int run = framework().getRun();
    handler.postAtTime(() -> finish(run), SystemClock.uptimeMillis() + millis);
  }

  private void finish(int run) {
    if (framework().getStarted()) {
      framework().onAnimationEnd(run);
    }
  }

  /** Of {@code VectorDrawableAnimatorRT}: the renderer's thread calls this. */
  @Implementation
  protected static void callOnFinished(
      @ClassName("android.graphics.drawable.AnimatedVectorDrawable$VectorDrawableAnimatorRT")
          Object animator,
      int run) {
    // It has its end by the clock.
  }
}
