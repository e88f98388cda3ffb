package dev.dexscope.apphost.device;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Rect;
import android.view.Surface;
import dev.dexscope.apphost.device.frames.PaintedSurface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.robolectric.shadow.api.Shadow;

/**
 * Shows the drawings of native code on a surface ({@code ANativeWindow}). It calls these methods by
 * name.
 */
public final class NativeWindows {
  private static final int RGBX_8888 = 2;
  private static final int RGB_565 = 4;

  private NativeWindows() {}

  /** Returns width and height in one number; 0 if the surface has no pixels. */
  public static long size(Surface surface) {
    return surface.isValid() ? Shadow.<PaintedSurface>extract(surface).size() : 0;
  }

  /**
   * Shows pixels, stretched to the surface's size as the system does.
   *
   * @param pixels the bytes of each: red, green, blue, alpha; or the two of RGB_565
   * @param format of {@code android/native_window.h}
   */
  public static void post(Surface surface, ByteBuffer pixels, int width, int height, int format) {
    boolean is565 = format == RGB_565;
    Bitmap drawn =
        Bitmap.createBitmap(width, height, is565 ? Bitmap.Config.RGB_565 : Bitmap.Config.ARGB_8888);
    if (is565) {
      drawn.copyPixelsFromBuffer(pixels);
    } else {
      // Not by bytes: those of Robolectric's bitmaps have another order.
      int[] colors = new int[width * height];
      pixels.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(colors);
      int opaque = format == RGBX_8888 ? 0xff000000 : 0;
      for (int i = 0; i < colors.length; i++) {
        int each = colors[i];
        colors[i] = (each & 0xff00ff00) | (each & 0xff) << 16 | (each >> 16 & 0xff) | opaque;
      }
      drawn.setPixels(colors, 0, width, 0, 0, width, height);
    }
    PaintedSurface shadow = Shadow.extract(surface);
    Bitmap picture = shadow.blank();
    if (picture == null) {
      throw new IllegalStateException("the surface has no pixels");
    }
    Rect all = new Rect(0, 0, picture.getWidth(), picture.getHeight());
    new Canvas(picture).drawBitmap(drawn, null, all, new Paint(Paint.FILTER_BITMAP_FLAG));
    shadow.post(picture);
  }
}
