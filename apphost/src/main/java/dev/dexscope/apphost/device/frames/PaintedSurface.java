package dev.dexscope.apphost.device.frames;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Rect;
import android.graphics.SurfaceTexture;
import android.view.Surface;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNativeSurface;
import org.robolectric.shadows.ShadowPixelCopy;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * Surfaces that apps paint on with canvases. Robolectric's native ones show nothing of a canvas in
 * software, and forget a picture when it has been taken.
 */
@Implements(value = Surface.class, isInAndroidSdk = false, callNativeMethodsByDefault = true)
public class PaintedSurface extends ShadowNativeSurface {
  @SuppressWarnings("NullAway") // Set by Robolectric.
  @RealObject
  private Surface real;

  /** The picture that a canvas in software paints. */
  private @Nullable Bitmap painting;

  private @Nullable Canvas canvas;

  private @Nullable Bitmap posted;

  /** Makes what was posted last, unless that is there. */
  private @Nullable Supplier<Bitmap> later;

  /** The texture that shows what is painted. */
  private @Nullable OwnTexture texture;

  /** The framework's own methods. */
  @ForType(Surface.class)
  interface Framework {
    /** Returns a canvas in software. */
    @Direct
    Canvas lockCanvas(@Nullable Rect dirty);

    /** Shows what was painted. */
    @Direct
    void unlockCanvasAndPost(Canvas canvas);
  }

  /** Of {@code Surface}: what is painted on it shows where its texture is. */
  @Implementation
  protected void __constructor__(@Nullable SurfaceTexture of) {
    if (of == null) {
      throw new IllegalArgumentException("surfaceTexture must not be null");
    }
    Shadow.invokeConstructor(Surface.class, real);
    OwnTexture shadow = Shadow.extract(of);
    Surface pixels = SurfacePixels.take(shadow.width(), shadow.height());
    Reflector.reflector(OwnSurfaces.SystemsSurface.class, real).transferFrom(pixels);
    texture = shadow;
    shadow.show(this);
  }

  private @Nullable Object reader() {
    return ReflectionHelpers.callInstanceMethod(
        ShadowNativeSurface.class, this, "getContainerImageReader");
  }

  /** Draws into a reader's pixels. */
  void begin(@Nullable Object reader) {
    ReflectionHelpers.callInstanceMethod(
        ShadowNativeSurface.class,
        this,
        "setContainerImageReader",
        new ClassParameter<>(SurfacePixels.READER, reader));
  }

  /** Of {@code Surface}: what is not painted over stays. */
  @Implementation
  protected synchronized Canvas lockCanvas(@Nullable Rect dirty) {
    Object reader = reader();
    if (reader == null) {
      return Reflector.reflector(Framework.class, real).lockCanvas(dirty);
    }
    if (canvas != null) {
      throw new IllegalArgumentException("Surface was already locked");
    }
    Bitmap bitmap = painting;
    if (bitmap == null) {
      bitmap = bitmap(reader);
      painting = bitmap;
    }
    Canvas locked = new Canvas(bitmap);
    if (dirty != null) {
      locked.clipRect(dirty);
    }
    canvas = locked;
    return locked;
  }

  /** Of {@code Surface}. */
  @Override
  @Implementation
  protected synchronized void unlockCanvasAndPost(Canvas unlocked) {
    if (unlocked.equals(canvas) && painting != null) {
      canvas = null;
      post(painting.copy(Bitmap.Config.ARGB_8888, false));
      return;
    }
    Reflector.reflector(Framework.class, real).unlockCanvasAndPost(unlocked);
    post();
  }

  /** Takes the pixels that a renderer has drawn, which can be taken once. */
  synchronized void post() {
    Object reader = reader();
    if (reader != null) {
      Bitmap bitmap = bitmap(reader);
      BitmapBytes.asTheyAre(() ->
          ReflectionHelpers.callStaticMethod(
              ShadowPixelCopy.class,
              "copyFromImageReader",
              new ClassParameter<>(reader.getClass(), reader),
              ClassParameter.from(Bitmap.class, bitmap)));
      post(bitmap);
    }
  }

  /** Returns a picture of the surface's size, for another one to be posted; null without pixels. */
  public @Nullable Bitmap blank() {
    Object reader = reader();
    return reader == null ? null : bitmap(reader);
  }

  /** Shows a picture. */
  public void post(Bitmap picture) {
    synchronized (this) {
      posted = picture;
      later = null;
    }
    report();
  }

  /** Shows a picture that is made when somebody looks at it. */
  public void post(Supplier<Bitmap> picture) {
    synchronized (this) {
      later = picture;
    }
    report();
  }

  private void report() {
    if (texture != null) {
      texture.painted();
    }
  }

  /** Of {@code Surface}: its pixels go, however long the app keeps the object. */
  @Override
  @Implementation
  protected void release() {
    Object reader = reader();
    if (reader != null && SurfacePixels.giveBack(reader, real)) {
      begin(null);
    } else {
      super.release();
    }
    synchronized (this) {
      painting = null;
      posted = null;
      later = null;
    }
  }

  /** Returns width and height in one number; 0 if the surface has no pixels. */
  public long size() {
    Object reader = reader();
    if (reader == null) {
      return 0;
    }
    long width = ReflectionHelpers.<Integer>callInstanceMethod(reader, "getWidth");
    return width << 32 | ReflectionHelpers.<Integer>callInstanceMethod(reader, "getHeight");
  }

  private static Bitmap bitmap(Object reader) {
    return Bitmap.createBitmap(
        ReflectionHelpers.<Integer>callInstanceMethod(reader, "getWidth"),
        ReflectionHelpers.<Integer>callInstanceMethod(reader, "getHeight"),
        Bitmap.Config.ARGB_8888);
  }

  /** Returns what was posted last; null if nothing was. */
  synchronized @Nullable Bitmap posted() {
    if (later != null) {
      posted = later.get();
      later = null;
    }
    return posted;
  }
}
