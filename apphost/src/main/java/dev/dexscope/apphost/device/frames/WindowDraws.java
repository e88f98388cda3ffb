package dev.dexscope.apphost.device.frames;

import android.os.Handler;
import android.os.Looper;
import android.view.View;
import dev.dexscope.apphost.device.phone.Phone;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** Measures how long a window draws, which {@link FrameTimes} tells from layout. */
@Implements(className = "android.view.ViewRootImpl", isInAndroidSdk = false)
public class WindowDraws extends ShadowViewRootImpl {
  private static final int R = 30;
  private static final int V = 35;

  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Object real;

  /** The framework's own method. */
  @ForType(className = "android.view.ViewRootImpl")
  interface Framework {
    /** Draws what has changed, as level 30 does. */
    @Direct
    boolean draw(boolean isFull);
  }

  /** Of {@code ViewRootImpl}. */
  @Implementation(minSdk = R, maxSdk = R)
  protected boolean draw(boolean isFull) {
    FrameTimes.beginDraw();
    boolean isDrawn = false;
    try {
      isDrawn = Reflector.reflector(Framework.class, real).draw(isFull);
      return isDrawn;
    } finally {
      endDraw(isDrawn);
    }
  }

  /** Of {@code ViewRootImpl}. */
  @Override
  @Implementation(minSdk = V)
  protected boolean draw(
      boolean isFull,
      @ClassName("android.window.SurfaceSyncGroup") @Nullable Object group,
      boolean isSynchronous) {
    FrameTimes.beginDraw();
    boolean isDrawn = false;
    try {
      isDrawn = super.draw(isFull, group, isSynchronous);
      return isDrawn;
    } finally {
      endDraw(isDrawn);
    }
  }

  /** Tests run the main thread's messages themselves, so that this has to be one. */
  private static void endDraw(boolean isDrawn) {
    FrameTimes.endDraw(isDrawn);
    View focused = Phone.isTesting() ? Windows.focused() : null;
    if (focused != null && !focused.hasWindowFocus()) {
      new Handler(Looper.getMainLooper()).post(Windows::moveFocus);
    }
  }
}
