package dev.dexscope.apphost.device.frames;

import android.graphics.Bitmap;
import android.graphics.SurfaceTexture;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowSurfaceTexture;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/** A texture of pictures that are painted on a surface: it has the last one. */
@Implements(SurfaceTexture.class)
public class OwnTexture extends ShadowSurfaceTexture {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private SurfaceTexture real;

  private int width = 1;
  private int height = 1;
  private volatile @Nullable PaintedSurface surface;
  private volatile boolean hasNews;

  /** The framework's own methods. */
  @ForType(SurfaceTexture.class)
  interface Framework {
    /** Reports a picture to the listener, on its thread. */
    @Static
    void postEventFromNative(WeakReference<SurfaceTexture> texture);
  }

  /** Of {@code SurfaceTexture}: the size of surfaces that are made of it. */
  @Implementation
  protected void setDefaultBufferSize(int across, int down) {
    width = Math.max(1, across);
    height = Math.max(1, down);
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** Shows what is painted on a surface from now on. */
  void show(PaintedSurface painted) {
    surface = painted;
  }

  /** The surface has another picture. */
  void painted() {
    hasNews = true;
    Reflector.reflector(Framework.class).postEventFromNative(new WeakReference<>(real));
  }

  /** Returns whether there was another picture since the last question. */
  boolean takeNews() {
    boolean had = hasNews;
    hasNews = false;
    return had;
  }

  /** Returns the last picture; null if there is none. */
  @Nullable Bitmap picture() {
    PaintedSurface painted = surface;
    return painted == null ? null : painted.posted();
  }
}
