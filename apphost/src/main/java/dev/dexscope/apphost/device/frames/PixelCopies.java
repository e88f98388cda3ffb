package dev.dexscope.apphost.device.frames;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.PorterDuff;
import android.graphics.PorterDuffXfermode;
import android.graphics.Rect;
import android.os.Handler;
import android.os.Looper;
import android.view.Surface;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowPixelCopy;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/**
 * Copies of what is on a surface. Any thread may request one, as tests do, which Robolectric
 * refuses; the main thread draws what is copied.
 */
@Implements(className = "android.view.PixelCopy", isInAndroidSdk = false)
public class PixelCopies extends ShadowPixelCopy {
  /** The results of {@code PixelCopy}. */
  private static final int SUCCESS = 0;

  private static final int NO_DATA = 3;

  /** Receives the report of a copy. */
  @ForType(className = "android.view.PixelCopy$OnPixelCopyFinishedListener")
  interface Listener {
    /** It is there, or not. */
    void onPixelCopyFinished(int result);
  }

  /** Of {@code PixelCopy}, which its other methods call. */
  @Implementation(methodName = "request", minSdk = WindowSurface.LEVEL)
  protected static void copied(
      Surface source,
      @Nullable Rect part,
      Bitmap copy,
      @ClassName("android.view.PixelCopy$OnPixelCopyFinishedListener") Object listener,
      Handler handler) {
    check(part, copy);
    Runnable work =
        () -> {
          int result = copy(source, part, copy);
          handler.post(
              () -> Reflector.reflector(Listener.class, listener).onPixelCopyFinished(result));
        };
    if (Looper.getMainLooper().equals(Looper.myLooper())) {
      work.run();
    } else {
      new Handler(Looper.getMainLooper()).post(work);
    }
  }

  private static void check(@Nullable Rect part, Bitmap copy) {
    ReflectionHelpers.<Bitmap>callStaticMethod(
        ShadowPixelCopy.class, "validateBitmap", ClassParameter.from(Bitmap.class, copy));
    if (part != null && part.isEmpty()) {
      throw new IllegalArgumentException("sourceRect is empty");
    }
  }

  private static int copy(Surface source, @Nullable Rect part, Bitmap copy) {
    Bitmap pixels = WindowSurface.pixels(source);
    if (pixels == null) {
      return NO_DATA;
    }
    Paint paint = new Paint(Paint.FILTER_BITMAP_FLAG);
    paint.setXfermode(new PorterDuffXfermode(PorterDuff.Mode.SRC));
    Rect whole = new Rect(0, 0, copy.getWidth(), copy.getHeight());
    new Canvas(copy).drawBitmap(pixels, part, whole, paint);
    return SUCCESS;
  }
}
