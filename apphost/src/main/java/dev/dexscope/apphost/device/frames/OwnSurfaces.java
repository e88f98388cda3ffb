package dev.dexscope.apphost.device.frames;

import android.view.Surface;
import android.view.SurfaceHolder;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowSurfaceView;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * Gives {@code SurfaceView}s the framework's own code where windows have surfaces: theirs can be
 * painted on by a canvas.
 */
@Implements(className = "android.view.SurfaceView", isInAndroidSdk = false)
public class OwnSurfaces extends ShadowSurfaceView {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Object real;

  /** The framework's own methods. */
  @ForType(className = "android.view.SurfaceView")
  interface Framework {
    /** The view is in a window. */
    @Direct
    void onAttachedToWindow();

    /** Returns the surface's holder. */
    @Direct
    SurfaceHolder getHolder();

    /** Returns its surface. */
    @Accessor("mSurface")
    Surface getSurface();

    /** Returns the queue that makes surfaces for it. */
    @Accessor("mBlastBufferQueue")
    Object getQueue();
  }

  /** Makes surfaces. */
  @ForType(className = "android.graphics.BLASTBufferQueue")
  interface Queue {
    /** Makes one of the last size. */
    Surface createSurface();
  }

  /** A surface, for the system. */
  @ForType(Surface.class)
  interface SystemsSurface {
    /** Takes another one's content. */
    void transferFrom(Surface other);
  }

  /** Returns whether there are surfaces at this level. */
  protected static boolean hasSurfaces() {
    return WindowSurface.isThere();
  }

  /** Of {@code SurfaceView}. */
  @Override
  @Implementation
  protected void onAttachedToWindow() {
    if (WindowSurface.isThere()) {
      Reflector.reflector(Framework.class, real).onAttachedToWindow();
    }
  }

  /** Of {@code SurfaceView}: the framework's own copies an object that is native. */
  @Implementation(minSdk = WindowSurface.LEVEL)
  protected void copySurface(boolean isCreated, boolean isResized) {
    if (isCreated || isResized) {
      Framework view = Reflector.reflector(Framework.class, real);
      Surface made = Reflector.reflector(Queue.class, view.getQueue()).createSurface();
      Reflector.reflector(SystemsSurface.class, view.getSurface()).transferFrom(made);
    }
  }

  /** Of {@code SurfaceView}. */
  @Override
  @Implementation
  protected SurfaceHolder getHolder() {
    return WindowSurface.isThere()
        ? Reflector.reflector(Framework.class, real).getHolder()
        : super.getHolder();
  }
}
