package android.view;

import android.graphics.Bitmap;
import android.graphics.Rect;
import android.os.Handler;

/** Of level 24, to compile against. */
public final class PixelCopy {
  private PixelCopy() {}

  /** What a copy is reported to. */
  public interface OnPixelCopyFinishedListener {
    /** It is there if the result is 0. */
    void onPixelCopyFinished(int result);
  }

  /** Copies a part of a window; of level 26. */
  public static void request(
      Window source,
      Rect part,
      Bitmap copy,
      OnPixelCopyFinishedListener listener,
      Handler handler) {
    throw new UnsupportedOperationException();
  }
}
