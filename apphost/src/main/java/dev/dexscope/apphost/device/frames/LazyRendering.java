package dev.dexscope.apphost.device.frames;

import android.view.Surface;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNativeHardwareRenderer;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * The renderers of windows take what a frame has recorded, and advance the animations that are
 * theirs, but draw the pixels only if somebody looks: there is no GPU, and without one that takes
 * ten times as long as all the rest.
 */
@Implements(
    className = "android.graphics.HardwareRenderer",
    isInAndroidSdk = false,
    callNativeMethodsByDefault = true)
public class LazyRendering extends ShadowNativeHardwareRenderer {
  /** The flag of {@code HardwareRenderer}'s for a surface that is not there. */
  private static final int LOST_SURFACE = 2;

  /** The index of the time at which a frame began, among its times. */
  private static final int VSYNC = 3;

  /**
   * The native clock of animations follows frames unless they are late by the machine's own clock,
   * which the framework's has nothing to do with.
   */
  private static final long FAR = Duration.ofDays(365).toNanos();

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Object real;

  /** The framework's own methods. */
  @ForType(className = "android.graphics.HardwareRenderer")
  interface Framework {
    /** Sets what to draw into. */
    @Direct
    void setSurface(@Nullable Surface surface, boolean discards);

    /** Sets what is called when the next frame is on the screen. */
    @Direct
    void setFrameCommitCallback(
        @ClassName("android.graphics.HardwareRenderer$FrameCommitCallback")
            @Nullable Object callback);

    /** A frame that is drawn without a request of the window's. */
    Object createRenderRequest();
  }

  /** Called when a frame is on the screen. */
  @ForType(className = "android.graphics.HardwareRenderer$FrameCommitCallback")
  interface FrameCommit {
    /** It is. */
    void onFrameCommit(boolean hasPixels);
  }

  /** A frame that is drawn at once. */
  @ForType(className = "android.graphics.HardwareRenderer$FrameRenderRequest")
  interface Request {
    /** Sets when it began. */
    Object setVsyncTime(long nanos);

    /** Draws it. */
    int syncAndDraw();
  }

  /** Receives the report of the next frame. */
  private @Nullable Object commit;

  private boolean isOfWindow() {
    return WindowSurface.isThere() && real.getClass().getName().endsWith(".ThreadedRenderer");
  }

  /** Of {@code HardwareRenderer}. */
  @Implementation
  protected void setSurface(@Nullable Surface surface, boolean discards) {
    Reflector.reflector(Framework.class, real).setSurface(isOfWindow() ? null : surface, discards);
  }

  /** Of {@code HardwareRenderer}, which reports no frame that has no surface. */
  @Implementation(minSdk = WindowSurface.LEVEL)
  protected void setFrameCommitCallback(
      @ClassName("android.graphics.HardwareRenderer$FrameCommitCallback")
          @Nullable Object callback) {
    if (isOfWindow()) {
      commit = callback;
    } else {
      Reflector.reflector(Framework.class, real).setFrameCommitCallback(callback);
    }
  }

  /** Of {@code HardwareRenderer}. */
  @Implementation(methodName = "syncAndDrawFrame")
  protected int recorded(@ClassName("android.graphics.FrameInfo") Object info) {
    if (!isOfWindow()) {
      return draw(info);
    }
    long[] times = ReflectionHelpers.getField(info, "frameInfo");
    times[VSYNC] += FAR;
    int result = draw(info);
    times[VSYNC] -= FAR;
    reportFrame();
    return result & ~LOST_SURFACE;
  }

  private void reportFrame() {
    Object reported = commit;
    commit = null;
    if (reported != null) {
      Reflector.reflector(FrameCommit.class, reported).onFrameCommit(true);
    }
  }

  private int draw(Object info) {
    return ReflectionHelpers.callInstanceMethod(
        ShadowNativeHardwareRenderer.class,
        this,
        "syncAndDrawFrame",
        new ClassParameter<>(info.getClass(), info));
  }

  /** Draws the last frame's content into a window's surface. */
  static void render(Object renderer, Surface surface) {
    var framework = Reflector.reflector(Framework.class, renderer);
    framework.setSurface(surface, false);
    animate(renderer);
    framework.setSurface(null, false);
  }

  /** Advances the animations that are a renderer's own, to the framework's time. */
  static void animate(Object renderer) {
    var framework = Reflector.reflector(Framework.class, renderer);
    var request = Reflector.reflector(Request.class, framework.createRenderRequest());
    request.setVsyncTime(OwnClock.now());
    request.syncAndDraw();
  }
}
