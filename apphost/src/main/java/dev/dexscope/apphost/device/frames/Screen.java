package dev.dexscope.apphost.device.frames;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Rect;
import android.view.Surface;
import android.view.SurfaceView;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import dev.dexscope.base.files.OutputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.robolectric.RuntimeEnvironment;

/** A picture of all windows, and of the system's bars. */
public final class Screen {
  /** The extension of files with raw pixels. */
  private static final String RAW = ".raw";

  /** PixelFormat.RGBA_8888, and the value of {@code screencap} for sRGB. */
  private static final int RGBA = 1;

  private static final int SRGB = 1;

  private Screen() {}

  /** As PNG, or as the pixels of {@code screencap} without options. */
  public static void save(List<View> windows, Path file) throws IOException {
    var metrics = RuntimeEnvironment.getApplication().getResources().getDisplayMetrics();
    int width = metrics.widthPixels;
    int height = metrics.heightPixels;
    for (View each : windows) {
      int[] at = Windows.bounds(each);
      width = Math.max(width, at[2]);
      height = Math.max(height, at[3]);
    }
    Bitmap bitmap = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
    var canvas = new Canvas(bitmap);
    canvas.drawColor(0xff000000);
    for (View each : windows) {
      LayoutParams window = Windows.attributes(each);
      if ((window.flags & LayoutParams.FLAG_DIM_BEHIND) != 0) {
        canvas.drawColor((int) (0xff * window.dimAmount) << 24);
      }
      draw(each, canvas);
    }
    Toasts.ofProcess().draw(canvas, metrics.widthPixels, metrics.heightPixels);
    OnScreenKeyboard.draw(canvas);
    SystemBars.draw(canvas, Windows.focused());
    byte[] content;
    if (file.toString().endsWith(RAW)) {
      int[] colors = new int[width * height];
      bitmap.getPixels(colors, 0, width, 0, 0, width, height);
      content = raw(width, height, colors);
    } else {
      var png = new ByteArrayOutputStream();
      bitmap.compress(Bitmap.CompressFormat.PNG, 100, png);
      content = png.toByteArray();
    }
    bitmap.recycle();
    OutputFile.write(file, out -> out.write(content));
  }

  /** Draws a window, with the surfaces that lie below holes in it. */
  private static void draw(View window, Canvas canvas) {
    if (!WindowSurface.isThere()) {
      int[] at = Windows.bounds(window);
      canvas.save();
      canvas.translate(at[0], at[1]);
      window.draw(canvas);
      canvas.restore();
      return;
    }
    draw(WindowSurface.of(window), WindowSurface.bounds(window), window, canvas);
    for (View each : Windows.all(window)) {
      if (each instanceof SurfaceView own && own.isShown()) {
        draw(own.getHolder().getSurface(), null, own, canvas);
      }
    }
  }

  /** Draws what a surface shows; nothing if that is nothing yet. */
  private static void draw(
      @Nullable Surface surface, @Nullable Rect part, View view, Canvas canvas) {
    Bitmap content = WindowSurface.content(surface);
    if (content != null) {
      int[] at = Windows.bounds(view);
      canvas.drawBitmap(content, part, new Rect(at[0], at[1], at[2], at[3]), null);
    }
  }

  /** Width, height, format, colour space, then four bytes of each pixel, row by row. */
  static byte[] raw(int width, int height, int[] colors) {
    ByteBuffer out = ByteBuffer.allocate(16 + 4 * colors.length).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(width).putInt(height).putInt(RGBA).putInt(SRGB);
    for (int argb : colors) {
      // As little endian the bytes of ABGR are R, G, B, A.
      out.putInt((argb & 0xff00ff00) | (argb & 0xff) << 16 | (argb >>> 16 & 0xff));
    }
    return out.array();
  }
}
