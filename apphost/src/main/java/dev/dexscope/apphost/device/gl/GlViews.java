package dev.dexscope.apphost.device.gl;

import android.opengl.GLSurfaceView;
import android.view.SurfaceHolder;
import dev.dexscope.apphost.device.frames.DuePictures;
import dev.dexscope.apphost.device.frames.OwnSurfaces;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * Views that an app draws by OpenGL. On a machine without it one never gets a surface, so that its
 * renderer is never called, instead of failing in its thread.
 */
@Implements(GLSurfaceView.class)
public class GlViews extends OwnSurfaces {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private GLSurfaceView view;

  /** Whether its own method is at work. */
  private boolean isAttaching;

  /** The framework's own methods. */
  @ForType(GLSurfaceView.class)
  interface Framework {
    /** Its thread begins anew. */
    @Direct
    void onAttachedToWindow();

    /** Its thread is to draw, and to run this after it. */
    @Direct
    void surfaceRedrawNeededAsync(SurfaceHolder holder, Runnable after);

    /** Its thread waits. */
    @Direct
    void onPause();

    /** Its thread goes on. */
    @Direct
    void onResume();
  }

  private static boolean isDrawn() {
    return hasSurfaces() && Gl.isThere();
  }

  private Framework framework() {
    return Reflector.reflector(Framework.class, view);
  }

  /**
   * Of {@code GLSurfaceView}, whose own calls that of {@code SurfaceView}, which is this one, too.
   */
  @Override
  @Implementation
  protected void onAttachedToWindow() {
    if (isAttaching) {
      super.onAttachedToWindow();
    } else if (isDrawn()) {
      isAttaching = true;
      try {
        framework().onAttachedToWindow();
      } finally {
        isAttaching = false;
      }
    } else {
      Phone.current()
          .happened(
              Kind.ABSENT,
              hasSurfaces()
                  ? "OpenGL: GLSurfaceView stays empty (install libegl1 and libgl1-mesa-dri)"
                  : "OpenGL: GLSurfaceView stays empty (at this level)");
    }
  }

  /** Of {@code GLSurfaceView}: its window is to be shown, which it is with this picture. */
  @Implementation
  protected void surfaceRedrawNeededAsync(SurfaceHolder holder, Runnable after) {
    DuePictures.request(view);
    framework()
        .surfaceRedrawNeededAsync(
            holder,
            () -> {
              DuePictures.end(view);
              after.run();
            });
  }

  /** Of {@code GLSurfaceView}: these wait for its thread. */
  @Implementation
  protected void onPause() {
    if (isDrawn()) {
      DuePictures.end(view);
      framework().onPause();
    }
  }

  /** Of {@code GLSurfaceView}. */
  @Implementation
  protected void onResume() {
    if (isDrawn()) {
      framework().onResume();
    }
  }

  /** Of {@code SurfaceView}. */
  @Override
  @Implementation
  protected SurfaceHolder getHolder() {
    return isDrawn() ? super.getHolder() : getFakeSurfaceHolder();
  }
}
