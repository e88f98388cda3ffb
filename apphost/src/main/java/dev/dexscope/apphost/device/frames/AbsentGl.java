package dev.dexscope.apphost.device.frames;

import android.opengl.GLSurfaceView;
import android.view.SurfaceHolder;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/**
 * There is no OpenGL: a {@code GLSurfaceView} never gets a surface, so that its renderer is never
 * called, instead of failing in its thread.
 */
@Implements(GLSurfaceView.class)
public class AbsentGl extends OwnSurfaces {
  /** Of {@code View}. */
  @Override
  @Implementation
  protected void onAttachedToWindow() {
    Phone.current().happened(Kind.ABSENT, "OpenGL: GLSurfaceView stays empty");
  }

  /** Of {@code GLSurfaceView}: these wait for its thread. */
  @Implementation
  protected void onPause() {}

  /** Of {@code GLSurfaceView}. */
  @Implementation
  protected void onResume() {}

  /** Of {@code SurfaceView}. */
  @Override
  @Implementation
  protected SurfaceHolder getHolder() {
    return getFakeSurfaceHolder();
  }
}
