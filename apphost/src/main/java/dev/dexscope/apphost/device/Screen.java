package dev.dexscope.apphost.device;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.view.View;
import dev.dexscope.base.files.OutputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.robolectric.RuntimeEnvironment;

/** A picture of all windows. */
final class Screen {
  /** The extension of files with raw pixels. */
  private static final String RAW = ".raw";

  /** PixelFormat.RGBA_8888, and the value of {@code screencap} for sRGB. */
  private static final int RGBA = 1;

  private static final int SRGB = 1;

  private Screen() {}

  /** As PNG, or as the pixels of {@code screencap} without options. */
  static void save(List<View> windows, Path file) throws IOException {
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
      int[] at = Windows.bounds(each);
      canvas.save();
      canvas.translate(at[0], at[1]);
      each.draw(canvas);
      canvas.restore();
    }
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
