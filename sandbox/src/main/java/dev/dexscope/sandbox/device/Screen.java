package dev.dexscope.sandbox.device;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.view.View;
import dev.dexscope.base.files.OutputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.robolectric.RuntimeEnvironment;

/** A picture of all windows. */
final class Screen {
  private Screen() {}

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
    var png = new ByteArrayOutputStream();
    bitmap.compress(Bitmap.CompressFormat.PNG, 100, png);
    bitmap.recycle();
    OutputFile.write(file, out -> out.write(png.toByteArray()));
  }
}
